/** How the records of every kind are read, in both views. */

import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { collectionRecord, collectionSummary } from "~/catalog/collections/queries";
import { companyRecord, companySummary } from "~/catalog/companies/queries";
import { keywordRecord, keywordSummary } from "~/catalog/keywords/queries";
import { movieRecord } from "~/catalog/movies/queries";
import { personRecord, personSummary } from "~/catalog/people/queries";
import type { Includes } from "~/catalog/records/includes";
import { type RecordSource, recordSource } from "~/catalog/records/record";
import { episodeRecord, episodeSummary } from "~/catalog/series/episodes";
import { seriesRecord } from "~/catalog/series/queries";
import { seasonRecord, seasonSummary } from "~/catalog/series/seasons";
import { movieListIncludes, seriesListIncludes } from "~/catalog/titles/list-includes";
import { movieSummary, seriesSummary } from "~/catalog/titles/summaries";
import { jsonRow, jsonText } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import {
  collections,
  companies,
  episodes,
  keywords,
  movies,
  people,
  seasons,
  series,
} from "~/db/schema";
import { publicId } from "~/db/sql";
import type { ReferenceKind } from "~/vocabulary";

export const views = ["summary", "detail"] as const;
export type View = (typeof views)[number];

type Fields = Record<string, SQL | SQL.Aliased | PgColumn>;
type Sources = Readonly<Record<ReferenceKind, RecordSource<object>>>;

/** What lists show of a record of each kind, and the table that it is read from. */
export const summaries = {
  movie: { table: movies, fields: movieSummary },
  series: { table: series, fields: seriesSummary },
  season: { table: seasons, fields: seasonSummary },
  episode: { table: episodes, fields: episodeSummary },
  person: { table: people, fields: personSummary },
  collection: { table: collections, fields: collectionSummary("false") },
  company: { table: companies, fields: companySummary },
  keyword: { table: keywords, fields: keywordSummary },
} as const satisfies Record<ReferenceKind, { table: PgTable & { id: SQLWrapper }; fields: Fields }>;

const details: Sources = {
  movie: movieRecord,
  series: seriesRecord,
  season: seasonRecord,
  episode: episodeRecord,
  person: personRecord,
  collection: collectionRecord("false"),
  company: companyRecord,
  keyword: keywordRecord,
};

/** A summary can bring along what lists of its kind can, and what its detail can. */
const summarySource = (kind: ReferenceKind, inLists: Includes = {}): RecordSource<object> =>
  recordSource({
    from: details[kind].from,
    id: details[kind].id,
    public_id: publicId(kind, details[kind].id),
    parts: { json: jsonText(jsonRow(summaries[kind].fields as Fields)) as SQL<JsonText<object>> },
    assemble: ({ json }): JsonText<object> => json,
    includes: { ...inLists, ...withoutEpisodes(details[kind].includes) },
  });

/** The episodes of a series stand in its seasons, which a summary does not have. */
function withoutEpisodes({ episodes: _, ...others }: Includes): Includes {
  return others;
}

/** How the records of each kind are read: as lists show them, or as the read of a single one does. */
export const sources: Readonly<Record<View, Sources>> = {
  detail: details,
  summary: {
    movie: summarySource("movie", movieListIncludes(movies.id)),
    series: summarySource("series", seriesListIncludes(series.id)),
    season: summarySource("season"),
    episode: summarySource("episode"),
    person: summarySource("person"),
    collection: summarySource("collection"),
    company: summarySource("company"),
    keyword: summarySource("keyword"),
  },
};
