import { documentsOf } from "./documents";
import { type Marked, type Place, settleMarked, takeMarked } from "./outbox";
import type { Workplace } from "./rebuild";

/** Where the next pass goes on, so that busy entities do not keep others waiting, and how many it takes. */
export type Round = { after: Place | undefined; size: number };

/**
 * One pass of the relay: takes entries, reads what the catalog has of them now, sends that, waits for
 * the tasks and takes the entries away at the generation that was sent. Whatever goes wrong on the way,
 * the entries stay and are sent again, and to send a document twice changes nothing (P11). Returns how
 * many it has sent.
 */
export async function pass(place: Workplace, round: Round): Promise<number> {
  const { db, meili, targets, finished } = place;
  const marked = await takeMarked(db, round.after, round.size);
  round.after = marked.length < round.size ? undefined : marked.at(-1);
  if (marked.length === 0) return 0;
  const documents = await documentsOf(
    db,
    marked.map(({ entity_id }) => entity_id),
  );
  const gone = goneOf(marked, new Set(documents.map(({ id }) => id)));
  const tasks: number[] = [];
  const send = async (enqueue: Promise<number>) => {
    const task = await enqueue;
    place.sent(task);
    tasks.push(task);
  };
  for (const target of targets) {
    if (documents.length > 0) await send(meili.put(target, documents));
    if (gone.length > 0) await send(meili.remove(target, gone));
  }
  for (const task of tasks) await finished(task);
  await settleMarked(db, marked);
  return marked.length;
}

const goneOf = (marked: readonly Marked[], there: ReadonlySet<string>): string[] =>
  marked.map(({ entity_id }) => entity_id).filter((id) => !there.has(id));
