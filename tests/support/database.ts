import { connect, type Database, type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { clusterSocket, TEMPLATE } from "./cluster";

export type TestDatabase = AsyncDisposable &
  Pick<Database, "driver"> & {
    db: Db;
    address: DatabaseAddress;
    name: string;
    /** Ends the pool; the database goes soon after, also under connections of others. */
    close: () => Promise<void>;
  };

type Options = Parameters<typeof openDatabase>[1];

/** Started with the file that needs it, so that the time this takes is no test's. */
const path = await clusterSocket();

/** The next test's, made while this one runs. */
let spare: Promise<string> | undefined;

/** A database of its own for one test or one file, with every migration applied. */
export async function testDatabase(options?: Options): Promise<TestDatabase> {
  const taken = spare ?? create(TEMPLATE);
  spare = create(TEMPLATE);
  // Told to the one who takes it.
  spare.catch(() => {});
  return open(await taken, options);
}

/** The same before any migration. */
export const emptyDatabase = async (options?: Options): Promise<TestDatabase> =>
  open(await create("template0"), options);

async function create(template: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

function open(name: string, options?: Options): TestDatabase {
  const address = { path, user: "catalog", database: name };
  const { db, driver, close: end } = openDatabase(address, options);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end().then(() => {
      void administer(`drop database ${name} with (force)`);
    });
    return closing;
  };
  return { db, driver, address, name, close, [Symbol.asyncDispose]: close };
}

let admin: Database["driver"] | undefined;

async function administer(statement: string): Promise<void> {
  const address = { path, user: "catalog", database: "postgres" };
  admin ??= connect(address, { max: 4, fetch_types: false, onnotice: () => {} });
  await admin.unsafe(statement);
}
