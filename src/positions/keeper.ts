import { sql } from "drizzle-orm";
import { type Db, rare } from "~/db/client";
import { sqlState } from "~/db/failure";
import { describe } from "~/db/failure-facts";
import { list_blocks, list_marks, list_starts } from "~/db/schema";
import { only } from "~/db/sql";
import type { Log } from "~/log";
import { everyListed, type List, type Listed, listsOf } from "./lists";
import { fold, forget, rebuild } from "./upkeep";

/** A log of this many rows is folded at once: each costs every reader of a page about 0.3 µs. */
const MANY = 250;

/** A shorter log is folded every so many ticks. */
const PATIENCE = 10;

/** With more rows than this, as after a bulk load, building anew is faster than folding. */
const TOO_MANY = 100_000;

const LOCK_NOT_AVAILABLE = "55P03";

type State = { moves: Record<string, number>; built: Record<string, boolean> };

/** How long each log is, and which lists are built; true for those that were built less than a day ago. */
async function stateOf(db: Db): Promise<State> {
  const lengths = everyListed.map(
    ({ name, moves }) => sql`'${sql.raw(name)}', (select count(*)::int from ${moves})`,
  );
  return only(
    await db.execute<State>(sql`
      select json_build_object(${sql.join(lengths, sql`, `)}) as moves,
        (select coalesce(json_object_agg(list, built_at > now() - interval '1 day'), '{}') from ${list_blocks}) as built ${rare}`),
  );
}

/**
 * Does what is due: folds logs, or builds one list that is missing or a day old. Returns the lists it built.
 * `patient` leaves short logs for later.
 */
export async function upkeep(db: Db, patient: boolean): Promise<List[]> {
  const { moves, built } = await stateOf(db);
  for (const listed of everyListed) {
    const length = moves[listed.name] ?? 0;
    if (length > TOO_MANY) await forget(db, listed);
    else if (length >= MANY || (length > 0 && !patient)) await fold(db, listed);
    else continue;
    await vacuum(db, listed);
  }
  const lists = everyListed.flatMap(listsOf);
  const due = lists.find(({ name }) => !(name in built)) ?? lists.find(({ name }) => !built[name]);
  if (due === undefined) return [];
  await rebuild(db, due);
  return [due];
}

/** Readers pass over dead rows of the log, too. Without the right to vacuum PostgreSQL only warns. */
const vacuum = (db: Db, { moves }: Listed) =>
  db.execute(
    sql`vacuum (skip_locked, truncate off) ${moves}, ${list_starts}, ${list_blocks}, ${list_marks} ${rare}`,
  );

/**
 * Looks after positions every `every_ms`, on every replica with workers; one of them acts at a time. `stop`
 * waits for what is running.
 */
export function keepPositions(db: Db, log: Log, every_ms = 1_000): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined;
  let ticks = 0;
  let failing = false;
  const act = async () => {
    try {
      ticks += 1;
      const built = await upkeep(db, ticks % PATIENCE !== 0);
      for (const { name } of built) log.info({ list: name }, "positions of a list were built");
      failing = false;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !failing) {
        failing = true;
        log.error({ reason: describe(error) }, "positions of lists were not kept; trying again");
      }
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= act();
  }, every_ms);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
