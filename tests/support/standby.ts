import { appendFile, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect, type DatabaseAddress } from "~/db/client";
import { findExecutables } from "~/db/postgres/executables";
import { launch } from "~/db/postgres/launch";
import { replacePid, runningServer } from "~/db/postgres/pid-file";
import { chooseServerUser, chownAll, type SystemUser } from "~/db/postgres/system-user";

export type Standby = AsyncDisposable & {
  address: DatabaseAddress;
  pid: () => number;
  /** Starts it again after it was killed. */
  start: () => Promise<void>;
};

/** `home`: the folder that holds its cluster as `data`. */
type Primary = { address: DatabaseAddress; home: string };

/**
 * A hot standby of a running embedded server, made as pg_basebackup would: the folder is copied between
 * pg_backup_start and pg_backup_stop, and what was written meanwhile is streamed.
 */
export async function standbyOf({ address, home: folder }: Primary): Promise<Standby> {
  if (!("path" in address)) throw new Error("the primary listens on a socket");
  const home = join(folder, "standby");
  const own = join(home, "data");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const cluster = join(folder, "data");
  const user = await chooseServerUser(folder);
  const driver = connect({ ...address, database: "postgres" }, { max: 1, onnotice: () => {} });
  await driver`select pg_backup_start('standby', true)`;
  await cp(cluster, own, { recursive: true });
  if (user) await letStandbyIn(driver);
  const [backup] = await driver<{ labelfile: string }[]>`select * from pg_backup_stop()`;
  await driver.end();
  await rm(join(own, "postmaster.pid"), { force: true });
  await writeFile(join(own, "backup_label"), backup?.labelfile ?? "");
  await writeFile(join(own, "standby.signal"), "");
  const socket = address.path.replace(/\/[^/]+$/, "");
  const upstream = `host=${socket} port=5432 user=${address.user}`;
  await writeFile(join(own, "postgresql.auto.conf"), `primary_conninfo = '${upstream}'\n`);
  chownAll(user, home);
  const start = () => startServer(home, own, user);
  await start();
  return {
    address: { ...address, path: join(home, ".s.PGSQL.5432") },
    pid: () => {
      const running = runningServer(own);
      if (running === undefined) throw new Error("the standby does not run");
      return running.pid;
    },
    start,
    [Symbol.asyncDispose]: async () => {
      const server = runningServer(own);
      if (server) process.kill(server.pid, "SIGQUIT");
    },
  };
}

/** For root the server lets in root alone, and a standby runs as the same user as its primary. */
async function letStandbyIn(driver: ReturnType<typeof connect>): Promise<void> {
  const [rules] = await driver<{ file: string }[]>`select current_setting('hba_file') as file`;
  if (rules) await appendFile(rules.file, "local replication all trust\n");
  await driver`select pg_reload_conf()`;
}

async function startServer(home: string, cluster: string, user: SystemUser | undefined) {
  const bin = await findExecutables({ home, user });
  await replacePid(cluster);
  await launch({
    bin,
    cluster,
    socket_dir: home,
    settings: { hot_standby: "on" },
    user,
    log_file: join(home, "postgres.log"),
  });
  while (runningServer(cluster)?.ready !== true) await Bun.sleep(20);
}
