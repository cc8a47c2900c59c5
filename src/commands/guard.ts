import { describe, places } from "~/db/failure-facts";
import type { Log } from "~/deps";

const DRAIN_MS = 2_000;

const told = (error: unknown) => ({ reason: describe(error), places: places(error) });

/**
 * What nobody handled: a rejection is logged and the process goes on; after an exception its state is
 * unknown, so it stops within 2 s and ends with 1 for whoever runs it to start it again (F6).
 */
export function guardProcess(log: Pick<Log, "error" | "fatal">, stop: () => Promise<void>): void {
  process.on("unhandledRejection", (error) => log.error(told(error), "unhandled rejection"));
  process.on("uncaughtException", async (error) => {
    log.fatal(told(error), "uncaught exception; the process stops");
    await Promise.race([stop().catch(() => {}), Bun.sleep(DRAIN_MS)]);
    process.exit(1);
  });
}
