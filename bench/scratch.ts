import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";

type Server = { addressOf: (database: string) => DatabaseAddress; stop: () => Promise<void> };

async function server(): Promise<Server> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL !== undefined) {
    const addressOf = (database: string) => {
      const url = new URL(DATABASE_URL);
      url.pathname = `/${database}`;
      return { url: url.href };
    };
    return { addressOf, stop: async () => {} };
  }
  const data_dir = await mkdtemp(join(tmpdir(), "bench-"));
  const embedded = await startEmbedded({ data_dir });
  return {
    addressOf: (database) => ({ ...embedded.address, database }) as DatabaseAddress,
    stop: async () => {
      await embedded.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

type Scratch = { db: Db; address: DatabaseAddress; fresh: boolean };
type Work<T> = (scratch: Scratch) => Promise<T>;

/**
 * Runs `work` on a new database, on the server of DATABASE_URL or else an embedded one. With `keep` the
 * database is not dropped, and an existing one is used again (`fresh` is false).
 */
export async function inScratch<T>(name: string, keep: boolean, work: Work<T>): Promise<T> {
  const { addressOf, stop } = await server();
  const admin = connect(addressOf("postgres"), { max: 1, onnotice: () => {} });
  try {
    if (!keep) await admin`drop database if exists ${admin(name)} with (force)`;
    const [there] = await admin`select from pg_database where datname = ${name}`;
    if (!there) await admin`create database ${admin(name)}`;
    const address = addressOf(name);
    await migrateDatabase(address);
    const { db, close } = openDatabase(address, { statement_timeout_ms: 3_600_000, max: 4 });
    try {
      return await work({ db, address, fresh: !there });
    } finally {
      await close();
      if (!keep) await admin`drop database ${admin(name)} with (force)`;
    }
  } finally {
    await admin.end();
    await stop();
  }
}
