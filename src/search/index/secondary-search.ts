import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Meilisearch, type SearchParams } from "meilisearch";
import { describe } from "~/db/failure-facts";
import type { Log } from "~/log";
import type { SearchQuery } from "~/search/model";
import { kindsOf } from "~/search/parameters";
import { Breaker } from "./breaker";
import { type MeiliAddress, StrangeAnswer } from "./client";

/** An entity by its UUID and how well it fits, 0 to 1, as Meilisearch sees it. */
export type Find = { id: string; score: number };

/** Asks a second engine; undefined when it does not answer in time, or not now. Rejects never. */
export type SecondOpinion = (query: SearchQuery) => Promise<Find[] | undefined>;

/** All that a search with Meilisearch may take longer than one without (P13). */
const PATIENCE_MS = 150;
/** Meilisearch drops what comes after (docs, known_limitations: "Maximum number of query words"). */
const MOST_WORDS = 10;
/** `pagination.maxTotalHits`: no more than this can be paged through. */
export const MOST_FINDS = 1_000;

const Answer = Type.Object({
  hits: Type.Array(
    Type.Object({ id: Type.String(), _rankingScore: Type.Number({ minimum: 0, maximum: 1 }) }),
  ),
});
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Meilisearch as the second opinion of /search, behind a breaker. Opens no connection yet. */
export function openOpinion(
  { url, key, index }: MeiliAddress,
  log: Log,
  breaker = new Breaker(),
): SecondOpinion {
  const client = new Meilisearch({ host: url, ...(key !== undefined && { apiKey: key }) });
  return async (query) => {
    if (query.query.split(/\s+/u).length > MOST_WORDS || !breaker.allows()) return undefined;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer: unknown = await client
        .index(index)
        .search(query.query, parametersOf(query), { signal });
      if (!Value.Check(Answer, answer)) throw new StrangeAnswer();
      breaker.succeeded();
      return answer.hits
        .filter(({ id }) => isUuid.test(id))
        .map(({ id, _rankingScore }) => ({ id, score: _rankingScore }));
    } catch (error) {
      if (breaker.failed())
        log.warn({ reason: describe(error) }, "searches do without Meilisearch for 10 s");
      return undefined;
    }
  };
}

/** All finds at once, so that every page and the total are cut from the same list. Filters hold no text of the client (S14). */
function parametersOf({ type, year, include_adult }: SearchQuery): SearchParams {
  return {
    limit: MOST_FINDS,
    attributesToRetrieve: ["id"],
    showRankingScore: true,
    matchingStrategy: "all",
    filter: [
      `kind IN [${kindsOf(type).join(", ")}]`,
      ...(year === undefined ? [] : [`year = ${year}`]),
      ...(include_adult === "true" ? [] : ["adult = false"]),
    ],
  };
}
