import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { isPermanent } from "~/db/failure";
import { only } from "~/db/sql";
import { inTransaction } from "~/db/transaction";
import { movieRecipe } from "~/ingest/movies/ingest";
import { type IngestDeps, ingest, type Origin } from "~/ingest/pipeline";
import { recordProvenance } from "~/ingest/provenance";
import { seriesRecipe } from "~/ingest/series/ingest";
import { faultOf } from "~/jobs/fault";
import { ProviderError } from "~/provider/http/errors";
import { Warnings } from "~/provider/reading/warnings";
import { fetchTrending, type ProviderTrendingEntry, readTrending } from "~/provider/trending";
import { listName, listsOf, type TrendingList } from "./lists";
import { type RankedTitle, swapList } from "./swap";

type Ranking = TrendingList & {
  entries: ProviderTrendingEntry[];
  fetched_at: string;
  endpoint: string;
  payload_hash: string;
};

type Run = {
  origin: Origin;
  signal: AbortSignal;
  /** Throws when the job's lease is lost; called last in every transaction. */
  fence: (tx: Db) => Promise<void>;
  progress: (done: number, total: number) => void;
};

/**
 * Refreshes the rankings that a trending job names. Every title is ingested in full before its list
 * is swapped in one transaction; a title that cannot be ingested is left out with a warning and the
 * ranks keep the gap (M135). A ranking that gives nothing keeps its old list, with a warning while
 * others of the job succeed; any passing trouble ends the job, which then starts over. Returns
 * the names of the lists that are new, and the warnings.
 */
export async function refreshTrending(
  deps: IngestDeps,
  external_id: string,
  run: Run,
): Promise<{ refreshed: string[]; warnings: string[] }> {
  const refresh = new Refresh(deps, run);
  const lists = listsOf(external_id);
  const fetched = await collect(lists, refresh.warnings, (list) =>
    fetchRanking(deps, list, refresh.warnings),
  );
  refresh.total = fetched.reduce((sum, ranking) => sum + ranking.entries.length, 0);
  const refreshed = await collect(fetched, refresh.warnings, async (ranking) => {
    await storeRanking(deps, ranking, await refresh.titlesOf(ranking), run);
    return listName(ranking);
  });
  return { refreshed, warnings: refresh.warnings.list() };
}

/** The results for all lists that gave one; the last refusal when none did. */
async function collect<List extends TrendingList, Result>(
  lists: readonly List[],
  warnings: Warnings,
  work: (list: List) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let refusal: unknown;
  for (const list of lists) {
    try {
      results.push(await work(list));
    } catch (error) {
      if (!costsOnlyItself(error)) throw error;
      warnings.add(listName(list), `not refreshed (${codeOf(error)})`);
      refusal = error;
    }
  }
  if (results.length === 0 && refusal !== undefined) throw refusal;
  return results;
}

/** The titles of one job: each is ingested once, however many rankings name it. */
class Refresh {
  readonly warnings = new Warnings();
  total = 0;
  private done = 0;
  private readonly titles = new Map<string, string | null>();

  private readonly deps: IngestDeps;
  private readonly run: Run;

  constructor(deps: IngestDeps, run: Run) {
    this.deps = deps;
    this.run = run;
  }

  async titlesOf(ranking: Ranking): Promise<RankedTitle[]> {
    const ranked: RankedTitle[] = [];
    for (const { rank, external_id } of ranking.entries) {
      this.run.signal.throwIfAborted();
      const title_id = await this.titleOf(ranking, external_id);
      if (title_id !== null) ranked.push({ rank, title_id });
      this.done += 1;
      this.run.progress(this.done, this.total);
    }
    return ranked;
  }

  private async titleOf(list: TrendingList, external_id: number): Promise<string | null> {
    const key = `${list.kind} ${external_id}`;
    const known = this.titles.get(key);
    if (known !== undefined) return known;
    const title_id = await ingestTitle(this.deps, list, external_id, this.run, this.warnings);
    this.titles.set(key, title_id);
    return title_id;
  }
}

async function fetchRanking(
  { db, provider }: IngestDeps,
  list: TrendingList,
  warnings: Warnings,
): Promise<Ranking> {
  const clock = await db.execute<{ now: string }>(sql`select now()::text as now`);
  const answer = await fetchTrending(provider, list.kind, list.window);
  const { endpoint, payload_hash } = answer;
  const entries = readTrending(answer.body(), list.kind, warnings);
  return { ...list, entries, fetched_at: only(clock).now, endpoint, payload_hash };
}

/** The title's id; null, with a warning, when nothing usable is found under this id. */
async function ingestTitle(
  deps: IngestDeps,
  { kind }: TrendingList,
  external_id: number,
  run: Run,
  warnings: Warnings,
): Promise<string | null> {
  const finish = async (tx: Db, { entity_id }: { entity_id: string }) => {
    await run.fence(tx);
    return entity_id;
  };
  try {
    return kind === "movie"
      ? await ingest(deps, movieRecipe(external_id), run.origin, finish)
      : await ingest(deps, seriesRecipe(external_id), run.origin, finish);
  } catch (error) {
    if (!costsOnlyItself(error)) throw error;
    warnings.add(`${kind} ${external_id}`, `left out of the ranking (${codeOf(error)})`);
    return null;
  }
}

/**
 * Trouble with one title or list that no later attempt would cure: the provider has nothing usable,
 * or what it has is nothing that the database takes.
 */
const costsOnlyItself = (error: unknown): boolean =>
  isPermanent(error) ||
  (error instanceof ProviderError &&
    (error.code === "provider_not_found" || error.code === "provider_payload_invalid"));

/** As the title's own job would state it; a refusal of the database with its SQLSTATE. */
function codeOf(error: unknown): string {
  const { code, message } = faultOf(error).error;
  return isPermanent(error) ? `${code}: ${message}` : code;
}

async function storeRanking(
  { db }: IngestDeps,
  ranking: Ranking,
  ranked: RankedTitle[],
  { origin, fence }: Run,
): Promise<void> {
  const { endpoint, payload_hash, fetched_at } = ranking;
  const external_id = listName(ranking);
  if (ranked.length === 0) {
    throw new ProviderError(
      "provider_payload_invalid",
      `No title of the ranking ${external_id} could be ingested; the old list stays.`,
    );
  }
  await inTransaction(db, async (tx) => {
    await swapList(tx, ranking, fetched_at, ranked);
    await recordProvenance(tx, {
      kind: "trending",
      external_id,
      entity_id: null,
      endpoint,
      payload_hash,
      ...origin,
    });
    await fence(tx);
  });
}
