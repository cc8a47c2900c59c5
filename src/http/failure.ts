import { DrizzleQueryError } from "drizzle-orm/errors";

/** What a log line may say of a failure: never the message, parameters or detail of a database error (T7). */
export type FailureFacts = {
  name: string;
  code?: string;
  constraint?: string;
  table?: string;
  message?: string;
  frames: string[];
};

/** SQLSTATEs that say "not now" rather than "wrong": connection, shutdown, too many, read-only, disk full, timeout. */
const passingStates = /^(08...|57P0.|57014|53300|53100|25006)$/;

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECTION_REFUSED",
  "CONNECT_TIMEOUT",
]);

type Coded = Error & { code?: unknown; constraint_name?: unknown; table_name?: unknown };

/** The error and its causes, outermost first; drizzle wraps the driver's error in one of its own. */
function chain(error: unknown): Coded[] {
  const found: Coded[] = [];
  for (let next = error; next instanceof Error && found.length < 8; next = next.cause) {
    found.push(next);
  }
  return found;
}

const isDatabaseError = (error: Error): boolean =>
  error.name === "PostgresError" || error instanceof DrizzleQueryError;

/** The innermost error that the database or its driver raised, if any. */
function databaseError(error: unknown): Coded | undefined {
  const errors = chain(error);
  return errors.some(isDatabaseError) ? errors.at(-1) : undefined;
}

/** Whether a failure only says that the database cannot answer now: 503, worth another try. */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(({ name, code }) => {
    if (typeof code !== "string") return false;
    return connectionCodes.has(code) || (name === "PostgresError" && passingStates.test(code));
  });
}

const text = (key: string, value: unknown) => (typeof value === "string" ? { [key]: value } : {});

/** What may be logged of a failure. */
export function failureFacts(error: unknown): FailureFacts {
  const [outer] = chain(error);
  if (outer === undefined) return { name: typeof error, frames: [] };
  const database = databaseError(error);
  const { name, code, constraint_name, table_name } = database ?? outer;
  const frames = outer.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name,
    ...text("code", code),
    ...text("constraint", constraint_name),
    ...text("table", table_name),
    ...(database === undefined ? { message: outer.message } : {}),
    frames: frames.slice(0, 8).map((line) => line.trim()),
  };
}
