import { sqlState } from "./transaction";

/** Words of the driver and the system for a server that is not reached. */
const unreached =
  /^(ECONN|CONNECT|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|ETIMEDOUT|EACCES)/;

/** Connection trouble, a server that is starting or stopping, or one that has no connection left. */
const awayStates = /^(08...|57P0.|53300)$/;

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(error.cause)];
}

/** Whether an error only says that the database cannot be spoken with at the moment. */
export const isAway = (error: unknown): boolean =>
  awayStates.test(sqlState(error) ?? "") || codesOf(error).some((code) => unreached.test(code));
