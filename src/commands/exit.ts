import { ConfigError } from "~/config";
import { sqlState } from "~/db/failure";
import { SchemaTooNew } from "~/db/migrate";
import { EmbeddedServerError } from "~/db/postgres/error";

/** 0 drained, 1 crash, 78 configuration (RELIABILITY F35). */
export const exitCodes = { done: 0, failed: 1, misconfigured: 78 } as const;

/** A mistake in how the program was started; its text names the setting and what to do. */
export class Misconfigured extends Error {
  override readonly name = "Misconfigured";
}

/** Errors whose message is written for whoever starts the program. */
const told = [Misconfigured, EmbeddedServerError, SchemaTooNew];

/** Says in one line each what went wrong and returns the exit code. No value of a setting is shown. */
export function explain(error: unknown): number {
  if (error instanceof ConfigError) {
    for (const mistake of error.mistakes) console.error(mistake);
    return exitCodes.misconfigured;
  }
  if (told.some((kind) => error instanceof kind)) {
    console.error((error as Error).message);
    return exitCodes.misconfigured;
  }
  const state = sqlState(error);
  console.error(
    state === undefined ? trace(error) : `The database refused a statement (SQLSTATE ${state}).`,
  );
  return exitCodes.failed;
}

/** Where a bug is; messages of database errors would hold parameters, so only other errors show theirs. */
const trace = (error: unknown): string =>
  error instanceof Error && error.name !== "DrizzleQueryError"
    ? (error.stack ?? error.message)
    : "The program failed on a database error.";
