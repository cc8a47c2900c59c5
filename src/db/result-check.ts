import type postgres from "postgres";

/** What the driver knows of a result beside its rows. */
type Result = unknown[] & {
  /** Rows that the server says it sent or changed; null after a statement that tells none. */
  count: number | null;
  /** Empty or absent after a statement that returns no rows, and empty for rows of nothing. */
  columns?: unknown[] | null;
  /** The connection that brought it; closing it is a part of our patch of the driver. */
  state?: { close?: () => void };
};

/** A result that has not as many rows as the server said. Its code is judged as a lost connection. */
class Miscounted extends Error {
  override readonly name = "Miscounted";
  readonly code = "CONNECTION_MISCOUNTED";
}

/** Without columns there may be rows (SELECT FROM …) or none beside a count (INSERT, CREATE TABLE AS). */
function isWhole(rows: Result): boolean {
  const { length, count, columns } = rows;
  const isTold = length === (count ?? length) || (length === 0 && !columns?.length);
  return isTold && !rows.includes(undefined);
}

/** Several statements in one text are answered with a list of results, which has no count of its own. */
const resultsOf = (answer: Result): Result[] =>
  "count" in answer ? [answer] : (answer as unknown as Result[]);

function checked<Answer>(answer: Answer): Answer {
  for (const rows of resultsOf(answer as Result)) {
    if (isWhole(rows)) continue;
    rows.state?.close?.();
    throw new Miscounted(`${rows.length} rows where the server sent ${rows.count ?? "none"}`);
  }
  return answer;
}

/**
 * The answer to a statement, in the two forms that drizzle asks for, or the failure of a connection
 * that answers with more or fewer rows than the server sent: what it says cannot be told from the
 * answer to another statement, so it is closed and none of it is passed on.
 */
export function whole(query: postgres.PendingQuery<postgres.Row[]>) {
  const answer = query.then(checked);
  // The driver looks for this wish only when the first row comes.
  const values = () => {
    void query.values();
    return answer;
  };
  return Object.assign(answer, { values });
}
