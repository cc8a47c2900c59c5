import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { CHANNEL } from "~/db/catalog-changes";
import { type Db, rare } from "~/db/client";
import { sqlState } from "~/db/failure";
import { describe } from "~/db/failure-facts";
import type { Log } from "~/log";
import { WakeSignal } from "~/wake-signal";

/** Notes that are numbered at once: about 0.2 s, in which newer ones wait. */
const BATCH = 5_000;
const SMALLEST_BATCH = 100;

/** The least time between two runs, so that one run serves many commits. */
const GAP_MS = 100;

/** How often it looks without being told of a commit. */
const POLL_MS = 1_000;

/** Every run reads past the rows that earlier ones deleted. */
const VACUUM_AFTER = 20_000;

const QUERY_CANCELED = "57014";

/**
 * Gives numbers to about `most` notes of what transactions changed, in one statement (see the migration
 * `changes_numbered`). Returns how many notes it took; undefined while another process is numbering.
 */
export async function numberChanges(db: Db, most = BATCH): Promise<number | undefined> {
  const [row] = await db.execute<{ notes: number | null }>(
    sql`select number_changes(${most}::int) as notes`,
  );
  return row?.notes ?? undefined;
}

type Setup = { db: Db; driver: Pick<postgres.Sql, "listen">; log: Log };

/**
 * Numbers what is committed soon after its commit, on every replica with workers; one of them acts at a
 * time. Failures are logged once and tried again: meanwhile notes wait, and nobody waits for them. `stop`
 * waits for a run that is under way.
 */
export function startNumberer({ db, driver, log }: Setup): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const wakeSignal = new WakeSignal();
  hearCommits(driver, wakeSignal);
  const numberer = new Numberer(db, log);
  const running = (async () => {
    while (!ending.signal.aborted) {
      const isDone = await numberer.run();
      await Bun.sleep(GAP_MS);
      if (isDone) await wakeSignal.wait(POLL_MS - GAP_MS, ending.signal);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

function hearCommits(driver: Setup["driver"], wakeSignal: WakeSignal): void {
  const hear = (payload: string) => {
    if (payload === "") wakeSignal.wake();
  };
  driver.listen(CHANNEL, hear, () => wakeSignal.wake()).catch(() => {});
}

class Numberer {
  readonly #db: Db;
  readonly #log: Log;
  #batch = BATCH;
  #taken = 0;
  #isFailing = false;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Returns whether nothing is left to do; false when another run should follow. */
  async run(): Promise<boolean> {
    try {
      const notes = await numberChanges(this.#db, this.#batch);
      this.#isFailing = false;
      if (notes === undefined) return false;
      this.#batch = Math.min(BATCH, this.#batch * 2);
      await this.#vacuum(notes);
      return notes === 0;
    } catch (error) {
      if (sqlState(error) === QUERY_CANCELED) {
        this.#batch = Math.max(SMALLEST_BATCH, Math.floor(this.#batch / 2));
      }
      if (!this.#isFailing) {
        this.#log.error({ reason: describe(error) }, "changes were not numbered; trying again");
      }
      this.#isFailing = true;
      return true;
    }
  }

  async #vacuum(notes: number): Promise<void> {
    this.#taken += notes;
    if (this.#taken < VACUUM_AFTER) return;
    this.#taken = 0;
    await this.#db.execute(sql`vacuum (skip_locked) changes_pending ${rare}`);
  }
}
