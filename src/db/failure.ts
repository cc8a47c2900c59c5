import { DrizzleQueryError } from "drizzle-orm/errors";

/**
 * What an error of the database means for whoever asked:
 * - `away`: nobody answered, or only to say that it starts, stops or has no connection left;
 * - `busy`: it answers, but cannot do this now: out of time, memory or disk, locked, read-only;
 * - `undone`: it was undone for the sake of another transaction; the same work may pass at once;
 * - `refused`: it does not let us in, or not do this; an operator has to act;
 * - `values`: the values themselves; the same ones are refused every time;
 * - `missing`: a table, column or function is not there, or on a standby not yet;
 * - `wrong`: anything else, which is a mistake of ours.
 */
export type Verdict = "away" | "busy" | "undone" | "refused" | "values" | "missing" | "wrong";

/** An error that the database or its driver raised, wherever it is wrapped. */
export type DatabaseFailure = {
  verdict: Verdict;
  /** The class of the error that was raised. */
  name: string;
  /** The SQLSTATE, or the word of the driver or the system. */
  code?: string;
  constraint?: string;
  table?: string;
};

/** What a SQLSTATE means; the first that fits counts. The classes are those of PostgreSQL's appendix A. */
const states: readonly (readonly [RegExp, Verdict])[] = [
  [/^(08...|57P..|53300)$/, "away"],
  [/^(40...)$/, "undone"],
  [/^(53...|57014|55P03|55006|25006|25P03|25P04)$/, "busy"],
  [/^(28...|3D000|42501)$/, "refused"],
  [/^(22...|23...|54...)$/, "values"],
  [/^(42P01|42703|42704|42883|3F000)$/, "missing"],
];

/** The driver's words for a connection that it does not have (any more). */
const lostWords = /^CONNECT(ION)?_/;

/** A code of the system. The driver opens nothing but sockets, so from there it is about the connection. */
const systemCode = /^E(?!RR_)[A-Z][A-Z0-9_]+$/;

/** No class of them begins with E, unlike the codes of the system. */
const isState = (code: string): boolean => /^(?!E)(?=.*\d)[0-9A-Z]{5}$/.test(code);

function judge(code: string | undefined): Verdict {
  if (code === undefined) return "wrong";
  if (isState(code)) return states.find(([pattern]) => pattern.test(code))?.[1] ?? "wrong";
  return lostWords.test(code) || systemCode.test(code) ? "away" : "wrong";
}

type Raised = Error & { code?: unknown; constraint_name?: unknown; table_name?: unknown };

/** The error and its causes, outermost first; drizzle wraps the driver's error in one of its own. */
export function causes(error: unknown): Raised[] {
  const found: Raised[] = [];
  for (let next = error; next instanceof Error && found.length < 10; next = next.cause) {
    found.push(next);
  }
  return found;
}

/** The driver notes its statement on every error that it hands to a caller. */
const isOfDatabase = (error: Raised): boolean =>
  error.name === "PostgresError" ||
  error instanceof DrizzleQueryError ||
  "query" in error ||
  (typeof error.code === "string" && (isState(error.code) || lostWords.test(error.code)));

const text = (key: string, value: unknown) => (typeof value === "string" ? { [key]: value } : {});

/** Judges an error; undefined for one that neither the database nor its driver raised. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const errors = causes(error);
  const raised = errors.at(-1);
  if (raised === undefined || !errors.some(isOfDatabase)) return undefined;
  const { name, code, constraint_name, table_name } = raised;
  return {
    verdict: judge(typeof code === "string" ? code : undefined),
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

const judged =
  (...verdicts: Verdict[]) =>
  (error: unknown): boolean => {
    const failure = databaseFailure(error);
    return failure !== undefined && verdicts.includes(failure.verdict);
  };

/** Nobody speaks with us at the moment: worth waiting for. */
export const isAway = judged("away");

/** The database cannot serve this now, whoever asks: 503 rather than 500. */
export const isUnavailable = judged("away", "busy", "undone", "refused");

/** Time alone cures it, so a start waits for that. */
export const isPassing = judged("away", "busy", "undone");

/** The same work may well pass at the next try. */
export const isUndone = judged("undone");

/** No try will pass with these values (SQLSTATE classes 22, 23, 54): they cost their item alone. */
export const isPermanent = judged("values");

/** A standby fails where its primary would not: it is away, replay got in the way, or it is behind. */
export const isStandbyTrouble = judged("away", "undone", "missing");
