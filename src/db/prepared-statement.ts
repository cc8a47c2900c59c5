import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "./client";

/** A SELECT of Drizzle that is yet to be prepared. */
export type Statement<Row> = {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Row[]> };
};

/** What a SELECT of Drizzle is made of, which its types hide. */
export type Select = { getSQL: () => SQL; _: { selectedFields: object } };

/** A value that a prepared statement gets at each execution, by its name. */
export const parameter = <Name extends string>(name: Name): Placeholder<Name> =>
  sql.placeholder(name);

/**
 * A statement of fixed text, with `parameter("…")` for its values. Drizzle writes the text once
 * for each pool or transaction, at the first use: writing the SQL of a movie's detail took 0.6 ms of
 * processor time, the rest of the response 0.15 ms.
 */
export function preparedStatement<Row>(build: (db: Db) => Statement<Row>) {
  const prepared = new WeakMap<Db, ReturnType<Statement<Row>["prepare"]>>();
  return (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const existing = prepared.get(db);
    if (existing !== undefined) return existing.execute(values);
    const statement = build(db).prepare("");
    prepared.set(db, statement);
    return statement.execute(values);
  };
}
