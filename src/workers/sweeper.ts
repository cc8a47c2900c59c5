import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { rescue } from "~/jobs/rescue";
import type { Log } from "~/log";

/**
 * Rescues the jobs of lost workers every `every_ms`, on every replica. `stop` waits for a sweep that is
 * running.
 */
export function startSweeper(db: Db, log: Log, every_ms = 5_000): { stop: () => Promise<void> } {
  let sweeping: Promise<void> | undefined;
  let failing = false;
  const sweep = async () => {
    try {
      const rescued = await rescue(db);
      if (rescued > 0) log.warn({ rescued }, "jobs of lost workers were rescued");
      failing = false;
    } catch (error) {
      if (!failing)
        log.error(
          { reason: describe(error) },
          "the sweep for jobs of lost workers failed; trying again",
        );
      failing = true;
    }
    sweeping = undefined;
  };
  const timer = setInterval(() => {
    sweeping ??= sweep();
  }, every_ms);
  return {
    stop: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}
