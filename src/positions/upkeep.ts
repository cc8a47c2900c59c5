/** Keeps positions in step with the catalog: folds the log, and builds what is missing. */

import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { list_blocks, list_marks, list_starts } from "~/db/schema";
import { only } from "~/db/sql";
import { build, type Sizes, usualSizes } from "./build";
import { foldInto } from "./fold";
import { everyListed, type List, type Listed, listsOf } from "./lists";
import { resize } from "./resize";

/**
 * Runs `work` where log, blocks and records are of one snapshot, and nobody else folds. Rejects with 55P03
 * if somebody does. The lock comes before the snapshot, so that the snapshot has what the last caller did.
 */
const alone = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`lock table ${list_blocks} in exclusive mode nowait ${rare}`);
      await tx.execute(sql`set local statement_timeout = '5min' ${rare}`);
      await work(tx);
    },
    { isolationLevel: "repeatable read" },
  );

async function foldAll(tx: Db, listed: Listed, sizes: Sizes): Promise<void> {
  const rows = await tx.execute<{ list: string }>(sql`select list from ${list_blocks} ${rare}`);
  const built = new Set(rows.map(({ list }) => list));
  for (const list of listsOf(listed).filter(({ name }) => built.has(name))) {
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

/** Forgets all lists of a table and its log; pages are found by counting until the lists are built anew. */
const forget = (db: Db, { name, moves }: Listed): Promise<void> =>
  alone(db, async (tx) => {
    await tx.execute(sql`select forget_positions(${name}) ${rare}`);
    await tx.execute(sql`delete from ${moves} ${rare}`);
  });

export type Limits = {
  sizes: Sizes;
  /** A log of this many rows is folded at once: each costs every reader of a later page about 0.3 µs. */
  many: number;
  /** With more rows than this, as after a bulk load, the lists are forgotten: building is faster than folding. */
  tooMany: number;
  /** A table with fewer records has no positions: counting from the first record is as fast. */
  few: number;
};
export const usualLimits: Limits = {
  sizes: usualSizes,
  many: 500,
  tooMany: 100_000,
  few: 5_000,
};

type Lengths = Record<string, { moves: number; records: number }>;

/** The rows in the log of each table, and its records, counted up to `few`. */
async function lengthsOf(db: Db, few: number): Promise<Lengths> {
  const tables = everyListed.map(
    ({ name, table, moves }) => sql`${sql.raw(`'${name}'`)}, json_build_object(
      'moves', (select count(*)::int from ${moves}),
      'records', (select count(*)::int from (select from ${table} limit ${few}) counted))`,
  );
  const lengths = sql`json_build_object(${sql.join(tables, sql`, `)})`;
  return only(await db.execute<{ lengths: Lengths }>(sql`select ${lengths} as lengths ${rare}`))
    .lengths;
}

/** How many moves wait to be folded, over all tables. */
export async function waitingMoves(db: Db): Promise<number> {
  const lengths = Object.values(await lengthsOf(db, 0));
  return lengths.reduce((sum, { moves }) => sum + moves, 0);
}

/** The first of these lists that is missing, else one that was built more than a day ago. */
async function dueOf(db: Db, lists: List[]): Promise<List | undefined> {
  const rows = await db.execute<{ list: string; is_old: boolean }>(
    sql`select list, built_at < now() - interval '1 day' as is_old from ${list_blocks} ${rare}`,
  );
  const built = new Map(rows.map(({ list, is_old }) => [list, is_old]));
  return (
    lists.find(({ name }) => !built.has(name)) ?? lists.find(({ name }) => built.get(name) === true)
  );
}

/**
 * Does what is due: folds logs, short ones only if not `patient`, and builds one list that is missing or a
 * day old, so that no damage lasts. Returns whether it built one. Rejects with 55P03 if another caller acts.
 */
export async function keepOnce(
  db: Db,
  { sizes, many, tooMany, few, patient }: Limits & { patient: boolean },
): Promise<boolean> {
  const lengths = await lengthsOf(db, few);
  for (const listed of everyListed) {
    const { moves = 0 } = lengths[listed.name] ?? {};
    if (moves > tooMany) await forget(db, listed);
    else if (moves >= many || (moves > 0 && !patient)) await fold(db, listed, sizes);
    else continue;
    await vacuum(db, listed);
  }
  const long = everyListed.filter(({ name }) => lengths[name]?.records === few);
  const due = await dueOf(db, long.flatMap(listsOf));
  if (due !== undefined) await rebuild(db, due, sizes);
  return due !== undefined;
}

/** Readers pass over dead rows of the log, too. Without the right to vacuum PostgreSQL only warns. */
const vacuum = (db: Db, { moves }: Listed) =>
  db.execute(
    sql`vacuum (skip_locked, truncate off) ${moves}, ${list_starts}, ${list_blocks}, ${list_marks} ${rare}`,
  );

/** Does everything that is due, for a catalog that was just filled or copied. */
export async function bringUpToDate(db: Db): Promise<void> {
  while (await keepOnce(db, { ...usualLimits, patient: false }));
}
