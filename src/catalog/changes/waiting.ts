import type { Db } from "~/db/client";
import { pauseDeadline } from "~/http/limits/deadline";
import type { Arrivals } from "./arrivals";
import { type Cursor, onwards } from "./cursor";
import { type Changes, readChanges } from "./queries";
import type { Interest } from "./row";

type Given = {
  db: Db;
  arrivals: Arrivals;
  request: Request;
  /** Whose place the request takes when it has to wait. */
  network: () => string;
  /** Aborts when the service stops. */
  stopping: AbortSignal;
};

/**
 * The next changes after a cursor; waits for them up to `wait` seconds, or until the client has gone or the
 * service stops, and is empty then. Throws `cursor_expired`, and `not_ready` when too many wait.
 */
export async function awaitChanges(
  { db, arrivals, request, network, stopping }: Given,
  cursor: Cursor,
  { wait, ...query }: Interest & { limit: number; wait: number },
): Promise<Changes> {
  let changes = await readChanges(db, cursor, query);
  if (!changes.isEmpty || wait === 0) return changes;
  using _place = arrivals.place(network());
  const left = AbortSignal.any([request.signal, stopping]);
  const over = AbortSignal.any([left, AbortSignal.timeout(1_000 * wait)]);
  while (changes.isEmpty && !over.aborted) {
    const end = changes;
    if (!end.more) await pauseDeadline(request, () => arrivals.after(end, query, over));
    if (left.aborted) break;
    changes = await readChanges(db, onwards(cursor, end), query);
  }
  return changes;
}
