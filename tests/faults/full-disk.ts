import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { serving, temporaryFolder } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";

/**
 * `bun tests/faults/full-disk.ts`: the database's disk (a tmpfs) is full. Reads go on, writes get 503,
 * a job waits, and all heals without a restart once there is room (F11). Needs root, for the mount.
 */
await using folder = await temporaryFolder();
const disk = join(folder.path, "disk");
await mkdir(disk);
const mounted = await $`mount -t tmpfs -o size=160m,mode=755 tmpfs ${disk}`.nothrow().quiet();
if (mounted.exitCode !== 0) {
  console.log("skipped: mounting a tmpfs needs root");
  finish();
}
await $`chmod 755 ${folder.path}`.quiet();
const server = await startEmbedded({ data_dir: disk });
try {
  await onFullDisk();
} finally {
  await server.stop();
  await $`umount -l ${disk}`.nothrow().quiet();
}
finish();

async function onFullDisk(): Promise<void> {
  const { address } = server;
  if (!("path" in address)) throw new Error("the embedded server listens on a socket");
  await migrateDatabase(address);
  await using provider = standIn();
  provider.serve("/movie/603", movieBody({ id: 603 }));
  await using service = await serving({
    DATABASE_URL: `postgres:///${address.database}`,
    PGHOST: address.path.replace(/\/[^/]+$/, ""),
    PGUSER: address.user,
    TMDB_BASE_URL: provider.url,
    TMDB_API_TOKEN: provider.token,
    LOG_LEVEL: "fatal",
    TRENDING_CRON: "0 0 1 1 *",
  });
  const enqueue = () => service.call("POST", "/api/v1/admin/ingest/movie", { external_id: 603 });
  const accepted = await enqueue();
  const { status_url } = (await accepted.json()) as { status_url: string };
  const status = async () =>
    ((await (await service.call("GET", status_url)).json()) as { status: string }).status;
  await secondsUntil(async () => (await status()) === "succeeded");

  const filled = await $`dd if=/dev/zero of=${join(disk, "ballast")} bs=64k`.nothrow().quiet();
  check(filled.exitCode !== 0, "the disk is full");
  const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
  const written = await service.call("POST", "/api/v1/auth/register", account);
  check(written.status === 503, `F11: a write is answered with ${written.status}`);
  const read = await service.call("GET", "/api/v1/genres");
  check(read.status === 200, `F11: a read is answered with ${read.status}`);
  const again = await enqueue();
  check([202, 503].includes(again.status), `F11: an enqueue is answered with ${again.status}`);

  await $`rm ${join(disk, "ballast")}`.quiet();
  const healed = await secondsUntil(async () => {
    const answer = await service.call("POST", "/api/v1/auth/register", account);
    return answer.status === 201 || answer.status === 409;
  });
  check(healed < 10, `F11: writes work ${healed.toFixed(1)} s after there is room`);
  await enqueue();
  const done = await secondsUntil(async () => (await status()) === "succeeded", 90);
  check(done < 90, `F11: the job succeeds ${done.toFixed(1)} s later`);
  service.process.kill("SIGTERM");
  check((await service.exited) === 0, "it stops with 0");
}
