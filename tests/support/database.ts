import type { DatabaseAddress } from "~/db/address";
import { connect, type Database, type Db, openDatabase } from "~/db/client";
import { clusterSocket, TEMPLATE } from "./cluster";

export type TestDatabase = AsyncDisposable &
  Pick<Database, "driver"> & {
    db: Db;
    address: DatabaseAddress;
    name: string;
    /** Ends the pool and drops the database, also under connections of others. */
    close: () => Promise<void>;
  };

type Options = Parameters<typeof openDatabase>[1];

/** A database of its own for one test or one file, with every migration applied: about 10 ms. */
export const testDatabase = (options?: Options): Promise<TestDatabase> => create(TEMPLATE, options);

/** The same before any migration. */
export const emptyDatabase = (options?: Options): Promise<TestDatabase> =>
  create("template0", options);

async function create(template: string, options?: Options): Promise<TestDatabase> {
  const path = await clusterSocket();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(path, `create database ${name} template ${template} strategy file_copy`);
  const address = { path, user: "catalog", database: name };
  const { db, driver, close: end } = openDatabase(address, options);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end().then(() => administer(path, `drop database ${name} with (force)`));
    return closing;
  };
  return { db, driver, address, name, close, [Symbol.asyncDispose]: close };
}

let admin: Database["driver"] | undefined;

async function administer(path: string, statement: string): Promise<void> {
  const address = { path, user: "catalog", database: "postgres" };
  admin ??= connect(address, { max: 4, fetch_types: false, onnotice: () => {} });
  await admin.unsafe(statement);
}
