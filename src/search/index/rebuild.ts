import type { Db } from "~/db/client";
import type { Meili } from "./client";
import { countEntities, documentsAfter, firstId } from "./documents";
import { indexSettings } from "./settings";
import { noteProgress, noteRebuilt, rebuildState } from "./state";

/** What the relay lends to the work it does between its passes. */
export type Workplace = {
  db: Db;
  meili: Meili;
  index: string;
  /** Every pass sends to all of these. */
  targets: string[];
  /** Hears of every task that a pass has sent. */
  sent: (task: number) => void;
  /** Returns when the task has succeeded; throws when it did not. */
  finished: (task: number) => Promise<void>;
  /** What Meilisearch made of the settings at the latest rebuild. */
  kept?: string | undefined;
  /** How many documents are handled at a time. */
  page: number;
};

/** Where a rebuild puts the new index until it takes the old one's place. */
export const shadowOf = (index: string): string => `${index}_new`;

/** So many pages may wait in Meilisearch's queue, where passes wait behind them. */
const PAGES_AHEAD = 4;

/**
 * Builds the index anew beside the old one and puts it in its place at once (P12). Between two steps
 * the relay makes its passes, which go to both: what changes while this runs is in either. Ends with
 * the old index gone. Whoever starts over after a crash starts from nothing, which is right whether
 * or not the two had changed places: the one in use has always been kept in step.
 */
export async function* rebuild(place: Workplace): AsyncGenerator<void> {
  const { db, meili, index, finished } = place;
  const shadow = shadowOf(index);
  const { wanted } = await rebuildState(db);
  await noteProgress(db, 0, 0);
  await dropIfThere(place, shadow);
  await finished(await meili.create(shadow));
  await finished(await meili.configure(shadow, indexSettings));
  place.kept = await meili.settings(shadow);
  // Before the first row is read: a row that changes after that is sent again by a pass.
  place.targets = [index, shadow];
  yield;
  yield* fill(place, shadow);
  if ((await meili.count(index)) === undefined) await finished(await meili.create(index));
  await finished(await meili.swap(index, shadow));
  place.targets = [index];
  await dropIfThere(place, shadow);
  await noteRebuilt(db, wanted);
}

async function* fill(
  { db, meili, finished, page }: Workplace,
  shadow: string,
): AsyncGenerator<void> {
  const total = await countEntities(db);
  const waiting: { task: number; count: number }[] = [];
  let done = 0;
  const settle = async (most: number) => {
    while (waiting.length > most) {
      const oldest = waiting.shift();
      if (oldest === undefined) return;
      await finished(oldest.task);
      done += oldest.count;
      await noteProgress(db, Math.min(done, total), total);
    }
  };
  for (let after = firstId; ; ) {
    const documents = await documentsAfter(db, after, page);
    const last = documents.at(-1);
    if (last === undefined) break;
    waiting.push({ task: await meili.put(shadow, documents), count: documents.length });
    after = last.id;
    await settle(PAGES_AHEAD);
    yield;
  }
  await settle(0);
}

/** Removes an index, if there is one. */
export async function dropIfThere(
  { meili, finished }: Pick<Workplace, "meili" | "finished">,
  uid: string,
): Promise<void> {
  if ((await meili.count(uid)) !== undefined) await finished(await meili.drop(uid));
}
