import type { Db } from "~/db/client";
import { sqlState } from "~/db/failure";
import { repeated } from "~/db/repeated";
import type { Log } from "~/log";
import { keepOnce, usualLimits } from "./upkeep";

/** A short log is folded every so many ticks. */
const PATIENCE = 10;

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Looks after positions every `every_ms`, on every replica with workers; one of them acts at a time. `stop`
 * waits for the list that is being built.
 */
export function keepPositions(db: Db, log: Log, every_ms = 1_000): { stop: () => Promise<void> } {
  let ticks = 0;
  const keep = async (signal: AbortSignal) => {
    ticks += 1;
    const patient = ticks % PATIENCE !== 0;
    let built = 0;
    try {
      while (!signal.aborted && (await keepOnce(db, { ...usualLimits, patient }))) built += 1;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    } finally {
      if (built > 0) log.info({ lists: built }, "positions of lists were built");
    }
  };
  const failure = "positions of lists were not kept; trying again";
  return repeated({ act: keep, log, failure, every_ms });
}
