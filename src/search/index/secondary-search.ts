import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Meilisearch, type SearchParams } from "meilisearch";
import { describe } from "~/db/failure-facts";
import type { Log } from "~/log";
import type { SearchQuery } from "~/search/model";
import { kindsOf } from "~/search/parameters";
import { Breaker } from "./breaker";
import { type MeiliAddress, UnexpectedResponse } from "./client";
import { isEntityId } from "./documents";
import { MAX_HITS } from "./settings";

/** An entity by its UUID, and how well it matches according to Meilisearch, 0 to 1. */
export type Hit = { id: string; score: number };

/** Searches a second engine beside PostgreSQL; undefined when it does not respond in time. Never rejects. */
export type SecondarySearch = (query: SearchQuery) => Promise<Hit[] | undefined>;

/** The most time that a secondary search may add to a search. */
const TIMEOUT_MS = 150;
/** Meilisearch ignores further words (its documentation: "Maximum number of query words"). */
const MAX_WORDS = 10;

const SearchResponse = Type.Object({
  hits: Type.Array(
    Type.Object({ id: Type.String(), _rankingScore: Type.Number({ minimum: 0, maximum: 1 }) }),
  ),
});

/** Meilisearch as the secondary search, behind a circuit breaker. Opens no connection. */
export function openSecondarySearch(
  { url, key, index }: MeiliAddress,
  log: Log,
  breaker = new Breaker(),
): SecondarySearch {
  const client = new Meilisearch({ host: url, ...(key !== undefined && { apiKey: key }) });
  return async (query) => {
    if (query.query.split(/\s+/u).length > MAX_WORDS || !breaker.allows()) return undefined;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response: unknown = await client
        .index(index)
        .search(query.query, parametersOf(query), { signal });
      if (!Value.Check(SearchResponse, response)) throw new UnexpectedResponse();
      breaker.succeeded();
      return response.hits
        .filter(({ id }) => isEntityId(id))
        .map(({ id, _rankingScore }) => ({ id, score: _rankingScore }));
    } catch (error) {
      if (breaker.failed())
        log.warn(
          { reason: describe(error) },
          "Meilisearch does not respond; PostgreSQL alone answers searches for 10 s",
        );
      return undefined;
    }
  };
}

/**
 * Requests all hits at once, so that every page and the total come from the same list. Filters contain
 * no text of the client, so that it cannot inject conditions.
 */
function parametersOf({ type, year, include_adult }: SearchQuery): SearchParams {
  return {
    limit: MAX_HITS,
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
