import type { Db } from "~/db/client";
import { isUnavailable } from "~/db/failure";
import { ApiError } from "~/http/errors";
import type { ServerEvent } from "~/http/event-stream";
import { sleep } from "~/wake-signal";
import type { Arrivals } from "./arrivals";
import { readEnd } from "./counter";
import { advanced, type Cursor, cursorText } from "./cursor";
import type { Change } from "./model";
import { type Changes, readChanges } from "./queries";
import type { Interest } from "./row";

type Given = { db: Db; arrivals: Arrivals; signal: AbortSignal };

/** Entries that are read at a time. */
const BATCH = 200;

/** While the database cannot be used, it is asked this often. */
const RETRY_MS = 1_000;

/** Tells that a cursor is no longer valid. Its id makes a client that connects anew begin anew, too. */
const expired: ServerEvent = { event: "expired", data: { restart: "0" }, id: "0" };

/**
 * Every change after a cursor, without one every change from now on, until `signal` aborts. Ends with the event
 * `expired` when the cursor is not valid, or is undefined for a text that is none.
 */
export async function* changeEvents(
  { db, arrivals, signal }: Given,
  since: Cursor | "end" | undefined,
  interest: Interest,
): AsyncGenerator<ServerEvent> {
  let cursor = since;
  while (!signal.aborted) {
    if (cursor === undefined) return yield expired;
    const changes = await unlessAway(() => read(db, cursor as Cursor | "end", interest), signal);
    if (changes === "expired") return yield expired;
    if (changes === "away") continue;
    yield* eventsOf(changes, cursor, interest);
    cursor = changes.cursor;
    if (!changes.more) await arrivals.after(changes, interest, signal);
  }
}

const read = async (db: Db, cursor: Cursor | "end", interest: Interest): Promise<Changes> =>
  cursor === "end"
    ? { ...(await readEnd(db)), results: "[]", isEmpty: true, more: false }
    : readChanges(db, cursor, { ...interest, limit: BATCH });

/** Each change with the cursor of a client that has read up to it. */
function* eventsOf(
  { results, cursor: end, head, purged }: Changes,
  start: Cursor | "end",
  { groups }: Interest,
): Generator<ServerEvent> {
  const list = JSON.parse(results) as Change[];
  const hasAllGroups = groups === undefined;
  for (const [n, data] of list.entries()) {
    const { sequence: position } = data;
    const isLast = n === list.length - 1 || start === "end";
    const reached = () => {
      if (isLast) return end;
      const isDense = position - start.position === n + 1;
      const counter = { epoch: end.epoch ?? "", head, purged };
      return advanced(start, counter, { position, isDense, hasAllGroups });
    };
    yield { event: "change", data, id: cursorText(reached()) };
  }
}

async function unlessAway<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | "away" | "expired"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === "cursor_expired") return "expired";
    if (!isUnavailable(error)) throw error;
    await sleep(RETRY_MS, signal);
    return "away";
  }
}
