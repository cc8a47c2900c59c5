import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";

type Server = { addressOf: (database: string) => DatabaseAddress; stop: () => Promise<void> };

async function startServer(): Promise<Server> {
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

let running: { server: Promise<Server>; users: number } | undefined;

/** The server that all scratch databases are on, for as long as anybody uses it. */
export async function useServer(): Promise<Pick<Server, "addressOf"> & AsyncDisposable> {
  running ??= { server: startServer(), users: 0 };
  const used = running;
  used.users += 1;
  const { addressOf, stop } = await used.server;
  const leave = async () => {
    used.users -= 1;
    if (used.users > 0) return;
    running = undefined;
    await stop();
  };
  return { addressOf, [Symbol.asyncDispose]: leave };
}

export type Scratch = AsyncDisposable & {
  db: Db;
  address: DatabaseAddress;
  /** Whether it is empty but for the migrations. */
  fresh: boolean;
};

type Options = {
  /** Does not drop the database at the end, and uses the one that an earlier run kept. */
  keep?: boolean;
  /** A database to copy, on the same server and without connections, instead of an empty one. */
  template?: string | undefined;
};

/** Opens a migrated database on the server of DATABASE_URL, or else on an embedded one. */
export async function openScratch(name: string, { keep = false, template }: Options = {}) {
  await using opened = new AsyncDisposableStack();
  const { addressOf } = opened.use(await useServer());
  const admin = connect(addressOf("postgres"), { max: 1, onnotice: () => {} });
  opened.defer(() => admin.end());
  if (!keep) await admin`drop database if exists ${admin(name)} with (force)`;
  const [there] = await admin`select from pg_database where datname = ${name}`;
  const source =
    template === undefined ? admin`` : admin`template ${admin(template)} strategy file_copy`;
  if (!there) await admin`create database ${admin(name)} ${source}`;
  if (!keep)
    opened.defer(async () => void (await admin`drop database ${admin(name)} with (force)`));
  const address = addressOf(name);
  await migrateDatabase(address);
  const { db, close } = openDatabase(address, {
    name: "bench",
    statement_timeout_ms: 3_600_000,
    max: 4,
  });
  opened.defer(close);
  const all = opened.move();
  const fresh = !there && template === undefined;
  return { db, address, fresh, [Symbol.asyncDispose]: () => all.disposeAsync() } satisfies Scratch;
}

/** Runs `work` on such a database. */
export async function inScratch<T>(
  name: string,
  keep: boolean,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  await using scratch = await openScratch(name, { keep });
  return await work(scratch);
}
