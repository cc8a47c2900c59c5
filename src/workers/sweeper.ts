import type { Db } from "~/db/client";
import { repeated } from "~/db/repeated";
import { rescue } from "~/jobs/rescue";
import type { Log } from "~/log";

/** Rescues the jobs of lost workers every `every_ms`, on every replica. `stop` waits for a sweep that is running. */
export const startSweeper = (db: Db, log: Log, every_ms = 5_000): { stop: () => Promise<void> } =>
  repeated({
    log,
    every_ms,
    failure: "the sweep for jobs of lost workers failed; trying again",
    act: async () => {
      const rescued = await rescue(db);
      if (rescued > 0) log.warn({ rescued }, "jobs of lost workers were rescued");
    },
  });
