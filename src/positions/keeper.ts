import type { Db } from "~/db/client";
import { sqlState } from "~/db/failure";
import { describe } from "~/db/failure-facts";
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
  let running: Promise<void> | undefined;
  let ticks = 0;
  let failing = false;
  let stopped = false;
  const act = async () => {
    let built = 0;
    try {
      ticks += 1;
      const patient = ticks % PATIENCE !== 0;
      while (!stopped && (await keepOnce(db, { ...usualLimits, patient }))) built += 1;
      failing = false;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE && !failing) {
        failing = true;
        log.error({ reason: describe(error) }, "positions of lists were not kept; trying again");
      }
    }
    if (built > 0) log.info({ lists: built }, "positions of lists were built");
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= act();
  }, every_ms);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
