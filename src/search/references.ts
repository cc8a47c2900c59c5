import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { type ExternalReference, readExternalReference } from "~/http/request/reference";
import { type Filters, isAllowed } from "./filters";

/** An entity that a search found; `kind` is its number, `score` 0 to 1. */
export type Ranked = { id: string; kind: number; score: number };

/**
 * The id of another database that a text to search for is as a whole: `imdb:tt0133093`, `tmdb:603`, or an id of
 * IMDb alone, which is no word of any language; undefined for every other text.
 */
export const referenceIn = (text: string): ExternalReference | undefined =>
  readExternalReference(text) ?? readExternalReference(`imdb:${text}`);

/** The entities that carry an id and pass the filters, by kind and id, as the best possible hits. */
export async function findCarriers(
  db: Db,
  { source, value }: ExternalReference,
  filters: Filters,
): Promise<Ranked[]> {
  const rows = await db.execute<Ranked>(sql`
    select distinct n.kind, n.entity_id as id, 1 as score
    from external_refs ref join search_name n on n.entity_id = ref.entity_id
    where ref.source = ${source}::external_source and ref.value = ${value} and ${isAllowed(filters)}
    order by n.kind, n.entity_id`);
  return [...rows];
}
