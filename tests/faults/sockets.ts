import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { databaseEnv, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { check, finish, load, secondsUntil, told } from "./support";

/**
 * `bun tests/faults/sockets.ts [connections]`: a third of the connections say nothing, a third send half
 * of a head, a third a body byte by byte. Everybody else is answered, and the files are given back (F32).
 */
const many = Number(process.argv[2] ?? 900);
await using database = await testDatabase();
await using service = await serving({
  ...databaseEnv(database),
  LOG_LEVEL: "fatal",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_AUTH: "0",
  TRENDING_CRON: "0 0 1 1 *",
});
const { port } = new URL(service.url);
const url = `${service.url}/api/v1/genres`;
const files = () => readdirSync(`/proc/${service.process.pid}/fd`).length;

const calm = await measured();
const before = files();
const sockets = Array.from({ length: many }, (_, index) => open(index));
await secondsUntil(async () => files() >= before + many * 0.9, 5);
console.log(`        ${files()} files open`);
const dripping = setInterval(() => {
  for (const [index, socket] of sockets.entries()) {
    if (index % 3 === 2 && socket.writable) socket.write(" ");
  }
}, 1_000);
const busy = await measured();
check(busy.failed === 0, `F32: ${busy.text}`);
check(
  busy.slowest < 10 * calm.slowest + 200,
  `F32: the slowest answer took ${busy.slowest.toFixed(0)} ms, without them ${calm.slowest.toFixed(0)} ms`,
);
clearInterval(dripping);
const closed = await secondsUntil(async () => files() <= before + 10, 40);
check(closed < 40, `F32: the service has closed them all ${closed.toFixed(1)} s later`);
for (const socket of sockets) socket.destroy();
service.process.kill("SIGTERM");
check((await service.exited) === 0, "it stops with 0");
finish();

function open(index: number): Socket {
  const socket = connect({ port: Number(port), host: "127.0.0.1" });
  socket.on("error", () => {});
  const head = "POST /api/v1/auth/login HTTP/1.1\r\nHost: a.test\r\n";
  const body = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
  if (index % 3 === 1) socket.write(head);
  if (index % 3 === 2) socket.write(head + body);
  return socket;
}

async function measured(): Promise<{ slowest: number; failed: number; text: string }> {
  const callers = load(url, 4);
  await Bun.sleep(3_000);
  const { answers, slowest_ms } = await callers.stop();
  const total = [...answers.values()].reduce((sum, n) => sum + n, 0);
  return { slowest: slowest_ms, failed: total - (answers.get(200) ?? 0), text: told(answers) };
}
