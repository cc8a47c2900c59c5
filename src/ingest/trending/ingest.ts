import { sql } from "drizzle-orm";
import { isPermanent } from "~/db/failure";
import { only } from "~/db/sql";
import { inTransaction } from "~/db/transaction";
import { movieIngestion } from "~/ingest/movies/ingest";
import { type Ending, type IngestDeps, ingest } from "~/ingest/pipeline";
import { confirmUnchanged, recordProvenance } from "~/ingest/provenance";
import { seriesIngestion } from "~/ingest/series/ingest";
import { faultOf } from "~/jobs/fault";
import { fence, type RunningJob } from "~/jobs/lease";
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

type Attempt = {
  job: RunningJob;
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
};

/**
 * Refreshes the rankings that a trending job names, and returns the warnings. Every title is ingested
 * in full before its list is swapped in one transaction. A title that cannot be ingested is left out
 * with a warning, and the other ranks keep their numbers. A ranking without a usable title keeps its
 * old list: that is a warning, or the job's error if no ranking succeeds. A transient error ends the
 * attempt; the next one starts over.
 */
export async function refreshTrending(deps: IngestDeps, attempt: Attempt): Promise<string[]> {
  const refresh = new Refresh(deps, attempt);
  const lists = listsOf(attempt.job.external_id);
  const rankings = await forEachList(lists, refresh.warnings, (list) =>
    fetchRanking(deps, list, refresh.warnings),
  );
  refresh.total = rankings.reduce((sum, ranking) => sum + ranking.entries.length, 0);
  await forEachList(rankings, refresh.warnings, async (ranking) => {
    const ranked = await refresh.titlesOf(ranking);
    await storeRanking(deps, ranking, ranked, attempt.job);
  });
  return refresh.warnings.list();
}

/** The results of the lists that succeeded. If none did, throws the last list's error. */
async function forEachList<List extends TrendingList, Result>(
  lists: readonly List[],
  warnings: Warnings,
  work: (list: List) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let lastError: unknown;
  for (const list of lists) {
    try {
      results.push(await work(list));
    } catch (error) {
      if (!isSkippable(error)) throw error;
      warnings.add(listName(list), `not refreshed (${codeOf(error)})`);
      lastError = error;
    }
  }
  if (results.length === 0 && lastError !== undefined) throw lastError;
  return results;
}

/** The titles of one job. A title in several rankings is ingested once. */
class Refresh {
  readonly warnings = new Warnings();
  total = 0;
  private done = 0;
  private readonly titles = new Map<string, string | null>();

  private readonly deps: IngestDeps;
  private readonly attempt: Attempt;

  constructor(deps: IngestDeps, attempt: Attempt) {
    this.deps = deps;
    this.attempt = attempt;
  }

  async titlesOf(ranking: Ranking): Promise<RankedTitle[]> {
    const ranked: RankedTitle[] = [];
    for (const { rank, external_id } of ranking.entries) {
      this.attempt.signal.throwIfAborted();
      const title_id = await this.titleOf(ranking, external_id);
      if (title_id !== null) ranked.push({ rank, title_id });
      this.done += 1;
      this.attempt.progress(this.done, this.total);
    }
    return ranked;
  }

  private async titleOf(list: TrendingList, external_id: number): Promise<string | null> {
    const key = `${list.kind} ${external_id}`;
    const known = this.titles.get(key);
    if (known !== undefined) return known;
    const title_id = await ingestTitle(
      this.deps,
      list,
      external_id,
      this.attempt.job,
      this.warnings,
    );
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
  const response = await fetchTrending(provider, list.kind, list.window);
  const { endpoint, payload_hash } = response;
  const entries = readTrending(response.body(), list.kind, warnings);
  return { ...list, entries, fetched_at: only(clock).now, endpoint, payload_hash };
}

/** The title's id; null, with a warning, if it cannot be ingested. */
async function ingestTitle(
  deps: IngestDeps,
  { kind }: TrendingList,
  external_id: number,
  job: RunningJob,
  warnings: Warnings,
): Promise<string | null> {
  const ending: Ending<string> = {
    written: async (tx, { entity_id }) => {
      await fence(tx, job);
      return entity_id;
    },
    unchanged: confirmUnchanged,
  };
  try {
    return kind === "movie"
      ? await ingest(deps, movieIngestion(external_id), job, ending)
      : await ingest(deps, seriesIngestion(external_id), job, ending);
  } catch (error) {
    if (!isSkippable(error)) throw error;
    warnings.add(`${kind} ${external_id}`, `left out of the ranking (${codeOf(error)})`);
    return null;
  }
}

/**
 * Whether an error concerns one title or list and no later attempt would cure it: the provider has
 * nothing usable, or the database refuses the data.
 */
const isSkippable = (error: unknown): boolean =>
  isPermanent(error) ||
  (error instanceof ProviderError &&
    (error.code === "provider_not_found" || error.code === "provider_payload_invalid"));

/** The error code that the title's own job would show; with the SQLSTATE if the database refused it. */
function codeOf(error: unknown): string {
  const { code, message } = faultOf(error).error;
  return isPermanent(error) ? `${code}: ${message}` : code;
}

async function storeRanking(
  { db }: IngestDeps,
  ranking: Ranking,
  ranked: RankedTitle[],
  job: RunningJob,
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
    await fence(tx, job);
    const source = { kind: "trending" as const, external_id, endpoint, payload_hash, job };
    await recordProvenance(tx, source, null);
  });
}
