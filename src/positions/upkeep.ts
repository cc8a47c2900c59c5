/** Keeps positions in step with the catalog: folds the log, and builds what is missing. */

import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { list_blocks } from "~/db/schema";
import { build, type Sizes, usualSizes } from "./build";
import { foldInto } from "./fold";
import { everyListed, type List, type Listed, listsOf } from "./lists";
import { resize } from "./resize";

/**
 * Runs `work` where log, blocks and records are of one snapshot, and nobody else folds. Rejects with 55P03
 * if somebody does. The lock comes before the snapshot, so that the snapshot has what the last caller did.
 */
export const alone = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`lock table ${list_blocks} in exclusive mode nowait ${rare}`);
      await tx.execute(sql`set local statement_timeout = '5min' ${rare}`);
      await work(tx);
    },
    { isolationLevel: "repeatable read" },
  );

/** The lists of a table that have been built. */
async function builtOf(tx: Db, listed: Listed): Promise<List[]> {
  const rows = await tx.execute<{ list: string }>(sql`select list from ${list_blocks} ${rare}`);
  const names = new Set(rows.map(({ list }) => list));
  return listsOf(listed).filter(({ name }) => names.has(name));
}

async function foldAll(tx: Db, listed: Listed, sizes: Sizes): Promise<void> {
  for (const list of await builtOf(tx, listed)) {
    await foldInto(tx, list);
    await resize(tx, list, sizes);
  }
  await tx.execute(sql`delete from ${listed.moves} ${rare}`);
}

/** Takes the log of a table into all its lists. */
export const fold = (db: Db, listed: Listed, sizes = usualSizes): Promise<void> =>
  alone(db, (tx) => foldAll(tx, listed, sizes));

/** Builds one list anew; the others of its table take in the log, of which nothing may stay behind. */
export const rebuild = (db: Db, list: List, sizes = usualSizes): Promise<void> =>
  alone(db, async (tx) => {
    await foldAll(tx, list.listed, sizes);
    await build(tx, list, sizes);
  });

/** Forgets all lists of a table and empties its log: pages are found by counting until they are built anew. */
export const forget = (db: Db, { name, moves }: Listed): Promise<void> =>
  alone(db, async (tx) => {
    await tx.execute(sql`select forget_positions(${name}) ${rare}`);
    await tx.execute(sql`delete from ${moves} ${rare}`);
  });

/** Builds every list anew, for a catalog that nobody serves yet. */
export async function buildPositions(db: Db): Promise<void> {
  for (const list of everyListed.flatMap(listsOf)) await rebuild(db, list);
}
