import { sql } from "drizzle-orm";
import { nilUuid } from "~/search/names";
import { countEntities, documentsAfter } from "./documents";
import type { RelayContext } from "./relay-context";
import { indexSettings, wantedSettings } from "./settings";
import { readRebuildState, recordDocuments, recordProgress, recordRebuilt } from "./state";

/** The name of the index that a rebuild fills before it replaces the one in use. */
const shadowOf = (index: string): string => `${index}_new`;

/** How many pages of a rebuild may wait in Meilisearch's queue; changes wait there behind them. */
const MAX_QUEUED_PAGES = 4;

/** Why the index has to be rebuilt; undefined when it does not. Also records its number of documents. */
export async function rebuildReason({
  db,
  meili,
  index,
  storedSettings,
}: RelayContext): Promise<string | undefined> {
  const settings = await meili.settings(index);
  if (settings === undefined) return "the index does not exist";
  // Settings that Meilisearch reports in another form than they were sent would cause endless rebuilds.
  if (settings !== wantedSettings() && settings !== storedSettings) return "its settings differ";
  const documents = (await meili.count(index)) ?? 0;
  await recordDocuments(db, documents);
  if (documents > 0) return undefined;
  const missing = await db.execute(sql`
    select from search_name n where not exists (
      select from search_outbox o where o.entity_kind = n.kind and o.entity_id = n.entity_id) limit 1`);
  return missing.length > 0 ? "the index is empty" : undefined;
}

/**
 * Builds a new index beside the one in use, then swaps the two and deletes the old one, so that no
 * search finds a partly filled index. Yields between steps: the relay then drains the outbox into both
 * indexes, so that both receive every change. After a crash a rebuild starts again from nothing. That
 * is correct before and after the swap, because the index in use always receives the changes.
 */
export async function* rebuild(context: RelayContext): AsyncGenerator<void> {
  const { db, meili, index, waitForTask } = context;
  const shadow = shadowOf(index);
  const { wanted } = await readRebuildState(db);
  await recordProgress(db, 0, 0);
  await dropIfExists(context, shadow);
  await waitForTask(await meili.create(shadow));
  await waitForTask(await meili.configure(shadow, indexSettings));
  context.storedSettings = await meili.settings(shadow);
  // Before the first row is read, so that a row that changes after it was read is sent again.
  context.targets = [index, shadow];
  yield;
  yield* fill(context, shadow);
  if ((await meili.count(index)) === undefined) await waitForTask(await meili.create(index));
  await waitForTask(await meili.swap(index, shadow));
  context.targets = [index];
  await dropIfExists(context, shadow);
  await recordRebuilt(db, wanted);
}

async function* fill(
  { db, meili, waitForTask, page }: RelayContext,
  shadow: string,
): AsyncGenerator<void> {
  const total = await countEntities(db);
  const queue: { task: number; count: number }[] = [];
  let done = 0;
  const waitUntilQueued = async (most: number) => {
    while (queue.length > most) {
      const oldest = queue.shift();
      if (oldest === undefined) return;
      await waitForTask(oldest.task);
      done += oldest.count;
      await recordProgress(db, Math.min(done, total), total);
    }
  };
  for (let after = nilUuid; ; ) {
    const documents = await documentsAfter(db, after, page);
    const last = documents.at(-1);
    if (last === undefined) break;
    queue.push({ task: await meili.put(shadow, documents), count: documents.length });
    after = last.id;
    await waitUntilQueued(MAX_QUEUED_PAGES);
    yield;
  }
  await waitUntilQueued(0);
}

async function dropIfExists({ meili, waitForTask }: RelayContext, uid: string): Promise<void> {
  if ((await meili.count(uid)) !== undefined) await waitForTask(await meili.drop(uid));
}
