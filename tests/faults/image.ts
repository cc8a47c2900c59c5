import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { $ } from "bun";
import { missing, start } from "../binary/binary";
import { databaseEnv, temporaryFolder } from "../service/program";
import { emptyDatabase } from "../support/database";
import { check, finish } from "./support";

/**
 * `bun tests/faults/image.ts [binary]`: the layout of the image without Docker. A root of nothing but
 * the binary and the C library, read-only; uid 10001 without a name, no HOME, no shell, no capability,
 * a process of its own number (F36, S26). Needs bubblewrap.
 */
const binary = process.argv[2] ?? "dist/media-catalog";
const bwrap = Bun.which("bwrap");
const why = bwrap === null ? "there is no bubblewrap" : process.argv[2] ? undefined : missing();
if (why !== undefined) {
  console.log(`skipped: ${why}`);
  finish();
}

await using folder = await temporaryFolder();
await chmod(folder.path, 0o755);
const root = join(folder.path, "root");
const place = join(root, "usr/local/bin/media-catalog");
for (const empty of ["dev", "proc", "tmp", "run/postgresql"]) {
  await mkdir(join(root, empty), { recursive: true });
}
await mkdir(dirname(place), { recursive: true });
await copyFile(binary, place);
await chmod(place, 0o755);
for (const [library = ""] of (await $`ldd ${binary}`.text()).matchAll(/\/\S+/g)) {
  await mkdir(dirname(join(root, library)), { recursive: true });
  await copyFile(library, join(root, library));
  await chmod(join(root, library), 0o755);
}
const files = (await $`find ${root} -type f`.text()).trim().split("\n").length;
console.log(`        a root of ${files} files`);

await using database = await emptyDatabase();
const { PGHOST = "", PGUSER = "" } = databaseEnv(database);
const jail = [
  bwrap ?? "",
  ...["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
  ...["--bind", PGHOST, "/run/postgresql", "--remount-ro", "/"],
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL", "--die-with-parent"],
];
// The test server's folder opens to its owner alone.
await $`chmod 755 ${PGHOST}`.quiet();
using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
const PORT = String(taken.port);
await taken.stop(true);
const env = {
  NODE_ENV: "production",
  HOST: "0.0.0.0",
  PORT,
  TZ: "UTC",
  SERVICE_SECRET_KEY: "a-secret-of-48-characters-0123456789-0123456789-",
  DATABASE_URL: `postgres:///${database.name}?host=/run/postgresql`,
  PGUSER,
};
const inside = (...args: string[]) =>
  start([...jail, "/usr/local/bin/media-catalog", ...args], { cwd: "/", env });
await using service = inside("serve");
const said = await service.says(/listens on/);
check(/listens on/.test(said), "F36: it starts, migrates and starts its threads");
const statuses = await Promise.all(
  ["/health/ready", "/docs", "/docs/assets/swagger-ui-bundle.js", "/", "/api/v1/genres"].map(
    async (path) => (await fetch(`http://127.0.0.1:${PORT}${path}`)).status,
  ),
);
check(
  statuses.every((status) => status === 200),
  `its pages answer with ${statuses.join(" ")}`,
);
await using healthcheck = inside("healthcheck");
check((await healthcheck.exited) === 0, "S26: HEALTHCHECK is the binary itself and ends with 0");
const users = await $`ps -o uid= -p ${await childOf(service.process.pid)}`.nothrow().text();
console.log(`        it runs as uid ${users.trim()}`);
process.kill(await childOf(service.process.pid), "SIGTERM");
await service.exited;
check(!/error|EROFS|EACCES/i.test(service.said()), "it never wanted to write");
finish();

/** The program inside: the last of the chain of jailers. */
async function childOf(pid: number): Promise<number> {
  const children = (await $`cat /proc/${pid}/task/${pid}/children`.nothrow().quiet().text()).trim();
  const [child] = children.split(" ").filter(Boolean).map(Number);
  return child === undefined ? pid : childOf(child);
}
