import { DrizzleQueryError } from "drizzle-orm/errors";

/**
 * What an error of the database means for the caller:
 * - `away`: the database is unreachable, starting, stopping, or has no free connection;
 * - `busy`: it responds, but cannot do this now: timeout, no memory or disk, locked, read-only;
 * - `rolled_back`: rolled back because of another transaction; a retry may succeed at once;
 * - `refused`: no access or no permission; an operator has to act;
 * - `invalid_values`: the values are refused, every time;
 * - `missing`: a table, column or function does not exist, or not yet on a standby;
 * - `bug`: anything else, which is a mistake in this service.
 */
export type Verdict =
  | "away"
  | "busy"
  | "rolled_back"
  | "refused"
  | "invalid_values"
  | "missing"
  | "bug";

/** An error that the database or its driver raised, wherever it is wrapped. */
export type DatabaseFailure = {
  verdict: Verdict;
  /** The class of the original error. */
  name: string;
  /** The SQLSTATE, or a code of the driver or the system. */
  code?: string;
  constraint?: string;
  table?: string;
};

/** Verdicts by SQLSTATE; the first match counts. The classes are those of PostgreSQL's appendix A. */
const states: readonly (readonly [RegExp, Verdict])[] = [
  [/^(08...|57P..|53300)$/, "away"],
  // A record that somebody deletes at the same time is not there to refer to; the next try sees that.
  [/^(40...|23503)$/, "rolled_back"],
  [/^(53...|57014|55P03|55006|25006|25P03|25P04)$/, "busy"],
  [/^(28...|3D000|42501)$/, "refused"],
  [/^(22...|23...|54...)$/, "invalid_values"],
  [/^(42P01|42703|42704|42883|3F000)$/, "missing"],
];

/** Codes of the driver for a connection that failed or was lost. */
const connectionCodes = /^CONNECT(ION)?_/;

/** A code of the operating system. The driver uses nothing but sockets, so it concerns the connection. */
const systemCode = /^E(?!RR_)[A-Z][A-Z0-9_]+$/;

/** Whether a code is a SQLSTATE. None begins with E, unlike the codes of the system. */
const isState = (code: string): boolean => /^(?!E)(?=.*\d)[0-9A-Z]{5}$/.test(code);

function verdictOf(code: string | undefined): Verdict {
  if (code === undefined) return "bug";
  if (isState(code)) return states.find(([pattern]) => pattern.test(code))?.[1] ?? "bug";
  return connectionCodes.test(code) || systemCode.test(code) ? "away" : "bug";
}

type Raised = Error & { code?: unknown; constraint_name?: unknown; table_name?: unknown };

/** The error and its causes, outermost first; drizzle wraps the driver's error in one of its own. */
export function causes(error: unknown): Raised[] {
  const chain: Raised[] = [];
  for (let next = error; next instanceof Error && chain.length < 10; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

/** Errors of the driver are recognized by the statement that it adds to them. */
const isOfDatabase = (error: Raised): boolean =>
  error.name === "PostgresError" ||
  error instanceof DrizzleQueryError ||
  "query" in error ||
  (typeof error.code === "string" && (isState(error.code) || connectionCodes.test(error.code)));

const text = (key: string, value: unknown) => (typeof value === "string" ? { [key]: value } : {});

/** Classifies an error; undefined if neither the database nor its driver raised it. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const errors = causes(error);
  const raised = errors.at(-1);
  if (raised === undefined || !errors.some(isOfDatabase)) return undefined;
  const { name, code, constraint_name, table_name } = raised;
  return {
    verdict: verdictOf(typeof code === "string" ? code : undefined),
    name,
    ...text("code", code),
    ...text("constraint", constraint_name),
    ...text("table", table_name),
  };
}

/** The five-character SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  const code = databaseFailure(error)?.code;
  return code !== undefined && isState(code) ? code : undefined;
}

const hasVerdict =
  (...verdicts: Verdict[]) =>
  (error: unknown): boolean => {
    const failure = databaseFailure(error);
    return failure !== undefined && verdicts.includes(failure.verdict);
  };

/** The database cannot be reached at the moment: worth waiting for. */
export const isAway = hasVerdict("away");

/** The database cannot serve requests now, so the response is 503 and not 500. */
export const isUnavailable = hasVerdict("away", "busy", "rolled_back", "refused");

/** Goes away without an operator, so a start waits for it. */
export const isTemporary = hasVerdict("away", "busy", "rolled_back");

/** The same work may succeed when it is tried again. */
export const isRolledBack = hasVerdict("rolled_back");

/** These values are refused every time (SQLSTATE classes 22, 23, 54), so only their item fails. */
export const isPermanent = hasVerdict("invalid_values");

/** Fails on a standby only: it is unreachable, replay conflicts with the statement, or it is behind. */
export const isStandbyTrouble = hasVerdict("away", "rolled_back", "missing");
