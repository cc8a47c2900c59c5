/**
 * Do logins in masses slow down the reads? (P24, F31, M145)
 *
 *     bun bench/login-storm.ts [seconds of each phase, 8 by default] [logins at once, 200]
 *
 * Reads a page of movies from the real program repeatedly, first without other load, then while this many
 * logins arrive at once, and the next ones as soon as all have a response. Prints the quantiles of the reads
 * of both phases. The p99 may be at most five times as long; the goal is three times. The phases alternate
 * three times, and the median of the three ratios counts.
 */

import { givenMovie } from "../tests/catalog/rows";
import { databaseEnv, serving } from "../tests/service/program";
import { testDatabase } from "../tests/support/database";

const seconds = Number(process.argv[2] ?? 8);
const atOnce = Number(process.argv[3] ?? 200);
const everyMs = 5;
const rounds = 3;
const account = { email: "mara@example.org", password: "four sparrows", display_name: "Mara" };

const login = (n: number): string => {
  const email = n % 2 === 0 ? account.email : `nobody${n}@example.org`;
  const body = JSON.stringify({ email, password: account.password });
  const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`;
  return `${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** One login over its own socket, which is cheaper than fetch; returns the status. */
function attempt(port: number, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let status = "none";
  const socket = {
    open: (opened: Bun.Socket) => void opened.write(request),
    data(_: Bun.Socket, data: Buffer) {
      if (status === "none") status = data.subarray(9, 12).toString();
    },
    close: () => resolve(status),
    error: (_: Bun.Socket, error: Error) => reject(error),
  };
  Bun.connect({ hostname: "127.0.0.1", port, socket }).catch(reject);
  return promise;
}

/** Waves of logins, alternately valid and of unknown accounts; returns how often each status occurred. */
async function storm(url: string): Promise<string> {
  const port = Number(new URL(url).port);
  const requests = Array.from({ length: atOnce }, (_, n) => login(n));
  const statuses = new Map<string, number>();
  const end = performance.now() + 1_000 * seconds;
  while (performance.now() < end) {
    for (const status of await Promise.all(requests.map((request) => attempt(port, request)))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  return [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
}

// The storm runs in a process of its own, because it would delay the measurements here. It starts with each
// line that it reads and prints a line with its result.
if (process.argv[4] !== undefined) {
  for await (const _ of console) console.log(await storm(process.argv[4]));
  process.exit(0);
}

/** Starts that process; `rage` starts a storm and resolves with its result. */
function weather(url: string) {
  const arguments_ = [import.meta.path, String(seconds), String(atOnce), url];
  const child = Bun.spawn([process.execPath, ...arguments_], { stdin: "pipe", stdout: "pipe" });
  const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const rage = async (): Promise<string> => {
    child.stdin.write("\n");
    await child.stdin.flush();
    return ((await said.read()).value ?? "").trim();
  };
  return { rage, [Symbol.dispose]: () => child.kill() };
}

const opened = new AsyncDisposableStack();
const database = opened.use(await testDatabase());
for (let n = 1; n <= 100; n += 1) await givenMovie(database.db, n, { popularity: n });
const service = await serving({
  ...databaseEnv(database),
  NODE_ENV: "production",
  SERVICE_SECRET_KEY: "a-key-of-this-bench-alone-0123456789",
  RATE_LIMIT_AUTH: "0",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_LOGIN_FAILURES: "0",
  LOG_LEVEL: "error",
});
opened.use(service);
await service.call("POST", "/api/v1/auth/register", account);

type Reads = { times: number[] };

/** Reads at a constant rate, without waiting for earlier reads, until `done` resolves. */
async function reads(done: Promise<unknown>): Promise<Reads> {
  const found: Reads = { times: [] };
  const open = new Set<Promise<void>>();
  let over = false;
  void done.finally(() => {
    over = true;
  });
  const start = performance.now();
  for (let n = 0; !over; n += 1) {
    await Bun.sleep(Math.max(0, start + n * everyMs - performance.now()));
    const one = read(found).finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  return found;
}

async function read({ times }: Reads): Promise<void> {
  const start = performance.now();
  const response = await fetch(`${service.url}/api/v1/movies`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a read was answered ${response.status}`);
  times.push(performance.now() - start);
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ??
  Number.NaN;

function printQuantiles(name: string, { times }: Reads, more = ""): number {
  const [p50, p90, p99, worst] = [0.5, 0.9, 0.99, 1].map((share) => quantile(times, share));
  const shown = [p50, p90, p99, worst].map((ms) => (ms ?? 0).toFixed(1)).join(" / ");
  console.log(`${name.padEnd(6)} ${times.length} reads, p50 / p90 / p99 / max ${shown} ms ${more}`);
  return p99 ?? Number.NaN;
}

const storms = opened.use(weather(service.url));
await reads(storms.rage());
const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const peace = printQuantiles("peace", await reads(Bun.sleep(1_000 * seconds)));
  const logins = storms.rage();
  const ratio = printQuantiles("storm", await reads(logins), `(logins: ${await logins})`) / peace;
  console.log(`       p99 ${ratio.toFixed(2)} times as long`);
  ratios.push(ratio);
}
const median = quantile(ratios, 0.5);
console.log(
  `median ${median.toFixed(2)}; ${median <= 5 ? "passed" : "FAILED"} (at most 5, goal 3)`,
);
await opened.disposeAsync();
process.exit(median <= 5 ? 0 : 1);
