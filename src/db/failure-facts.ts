import { causes, databaseFailure, sqlState } from "./failure";

/** What a log line may say of a failure: never the message, parameters or detail of a database error. */
export type FailureFacts = {
  name: string;
  code?: string;
  constraint?: string;
  table?: string;
  message?: string;
  frames: string[];
};

/** What may be logged of a failure. */
export function failureFacts(error: unknown): FailureFacts {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const frames = places(error);
  const failure = databaseFailure(error);
  if (failure !== undefined) {
    const { verdict: _, ...told } = failure;
    return { ...told, frames };
  }
  const { name, message } = error;
  const { code } = error as { code?: unknown };
  return { name, ...(typeof code === "string" ? { code } : {}), message, frames };
}

/**
 * What may be said of any error: never its own message, which can hold SQL, its parameters or an
 * address. Errors of the database are known by their SQLSTATE, wherever they are wrapped.
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
  const word =
    failure?.verdict === "away" ? failure.code : chain.map(codeOf).find((c) => sockets.test(c));
  if (word !== undefined) return `A connection failed (${word}).`;
  return `Internal error (${chain.at(-1)?.name ?? typeof error}); the log has its place.`;
}

/** Codes of the system that only a socket has; others may be about a file. */
const sockets = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;

const codeOf = ({ code }: { code?: unknown }): string => (typeof code === "string" ? code : "");

/** The lines of a stack that name places in the code, without the message above them. */
export const places = (error: unknown): string[] =>
  error instanceof Error ? placesIn(error.stack ?? "") : [];

export const placesIn = (stack: string): string[] =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
