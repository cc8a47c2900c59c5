import { ConfigError } from "~/config";
import { sqlState } from "~/db/failure";
import { describe, places } from "~/db/failure-facts";
import { SchemaTooNew } from "~/db/migrate";
import { EmbeddedServerError } from "~/db/postgres/error";
import type { Log } from "~/deps";

/**
 * 0: done, or stopped after draining. 1: failed. 3: done, but a part failed. 78: a setting is wrong, so a restart
 * does not help.
 */
export const exitCodes = { done: 0, failed: 1, incomplete: 3, misconfigured: 78 } as const;

/** A mistake in how the program was started. The message names the setting and a remedy. */
export class Misconfigured extends Error {
  override readonly name = "Misconfigured";
}

/** Errors whose message is written for the operator. */
const operatorErrors = [Misconfigured, EmbeddedServerError, SchemaTooNew];

/** Prints one line per mistake and returns the exit code. Values of settings are not shown. */
export function explain(error: unknown): number {
  if (error instanceof ConfigError) {
    for (const mistake of error.mistakes) console.error(mistake);
    return exitCodes.misconfigured;
  }
  if (operatorErrors.some((kind) => error instanceof kind)) {
    console.error((error as Error).message);
    return exitCodes.misconfigured;
  }
  const state = sqlState(error);
  console.error(
    state === undefined ? stackOf(error) : `The database refused a statement (SQLSTATE ${state}).`,
  );
  return exitCodes.failed;
}

/** The stack of a bug. The message of a database error could contain parameters and is not shown. */
const stackOf = (error: unknown): string =>
  error instanceof Error && error.name !== "DrizzleQueryError"
    ? (error.stack ?? error.message)
    : "The program failed on a database error.";

const STOP_MS = 2_000;

const factsOf = (error: unknown) => ({ reason: describe(error), places: places(error) });

/**
 * Handles errors that nothing caught. A rejection is logged and the process goes on. After an exception the
 * state of the process is unknown: it stops within 2 s and exits with 1, so that it is started again.
 */
export function guardProcess(log: Pick<Log, "error" | "fatal">, stop: () => Promise<void>): void {
  process.on("unhandledRejection", (error) => log.error(factsOf(error), "unhandled rejection"));
  process.on("uncaughtException", async (error) => {
    log.fatal(factsOf(error), "uncaught exception; the process stops");
    await Promise.race([stop().catch(() => {}), Bun.sleep(STOP_MS)]);
    process.exit(1);
  });
}
