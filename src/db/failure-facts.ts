import { causes, databaseFailure, sqlState } from "./failure";

/** What a log line may contain about an error: never message, parameters or detail of a database error. */
export type FailureFacts = {
  name: string;
  code?: string;
  constraint?: string;
  table?: string;
  message?: string;
  frames: string[];
};

/** The facts about an error that may be logged. */
export function failureFacts(error: unknown): FailureFacts {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const frames = places(error);
  const failure = databaseFailure(error);
  if (failure !== undefined) {
    const { verdict: _, ...facts } = failure;
    return { ...facts, frames };
  }
  const { name, message } = error;
  const { code } = error as { code?: unknown };
  return { name, ...(typeof code === "string" ? { code } : {}), message, frames };
}

/**
 * One sentence about any error, safe to log and to show. It never contains the error's own message, which
 * may include SQL, parameters or an address. Errors of the database show their SQLSTATE.
 */
export function describe(error: unknown): string {
  const failure = databaseFailure(error);
  const state = sqlState(error);
  if (state !== undefined) {
    const constraint =
      failure?.constraint === undefined ? "" : `, constraint ${failure.constraint}`;
    return `The database refused (SQLSTATE ${state}${constraint}).`;
  }
  const chain = causes(error);
  const code =
    failure?.verdict === "away" ? failure.code : chain.map(codeOf).find((c) => socketCodes.test(c));
  if (code !== undefined) return `A connection failed (${code}).`;
  return `Internal error (${chain.at(-1)?.name ?? typeof error}); the log has its place.`;
}

/** System codes that concern sockets; others may concern a file. */
const socketCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;

const codeOf = ({ code }: { code?: unknown }): string => (typeof code === "string" ? code : "");

/** The frames of an error's stack, without the message above them. */
export const places = (error: unknown): string[] =>
  error instanceof Error ? placesIn(error.stack ?? "") : [];

/** The frames in the text of a stack. */
export const placesIn = (stack: string): string[] =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
