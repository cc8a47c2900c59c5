import type postgres from "postgres";

/** A result of the driver: the rows and what it knows about them. */
type Result = unknown[] & {
  /** Number of rows that the server reported as sent or changed; null if it reported none. */
  count: number | null;
  /** Empty or absent if the statement returns no rows; also empty for rows without columns. */
  columns?: unknown[] | null;
  /** The connection of the result; `close` comes from our patch of the driver. */
  state?: { close?: () => void };
};

/** A result with more or fewer rows than the server reported. Its code is that of a lost connection. */
class Miscounted extends Error {
  override readonly name = "Miscounted";
  readonly code = "CONNECTION_MISCOUNTED";
}

/**
 * A result without columns may have rows (SELECT FROM …) or a count without rows (INSERT, CREATE TABLE AS).
 */
function isComplete(rows: Result): boolean {
  const { length, count, columns } = rows;
  const isExpected = length === (count ?? length) || (length === 0 && !columns?.length);
  return isExpected && !rows.includes(undefined);
}

/** A text with several statements has a list of results, which has no count of its own. */
const resultsOf = (response: Result): Result[] =>
  "count" in response ? [response] : (response as unknown as Result[]);

/** The same response; throws if it has more or fewer rows than the server reported. */
export function assertComplete<Response>(response: Response): Response {
  for (const rows of resultsOf(response as Result)) {
    if (isComplete(rows)) continue;
    rows.state?.close?.();
    throw new Miscounted(`${rows.length} rows where the server sent ${rows.count ?? "none"}`);
  }
  return response;
}

/**
 * The result of a statement, in the two forms that drizzle needs. If it has more or fewer rows than the
 * server reported, they may belong to another statement: the connection is closed and the query fails.
 */
export function checkRows(query: postgres.PendingQuery<postgres.Row[]>) {
  const response = query.then(assertComplete);
  // The driver reads this flag only when the first row arrives.
  const values = () => {
    void query.values();
    return response;
  };
  return Object.assign(response, { values });
}
