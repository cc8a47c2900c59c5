/** What a client may include in the titles of a list: the models, and the JSON in SQL. */

import { Type } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import type { Includes } from "~/catalog/records/includes";
import { jsonRow } from "~/db/json-sql";
import { movies, series, titles } from "~/db/schema";
import { ListOf, Nullable } from "~/http/request/fields";
import {
  CastCredit,
  CreatorCredit,
  CrewCredit,
  creatorsOf,
  directorsOf,
  SeriesCastCredit,
  topCastOf,
  topSeriesCastOf,
} from "./credits";
import { KeywordLabel, keywordsOf } from "./detail-fields";
import {
  MovieExternalIds,
  movieExternalIds,
  SeriesExternalIds,
  seriesExternalIds,
} from "./external-ids";
import { Attribution, attributedOfferingsIn, CountryOfferings } from "./watch-providers";

/** So many of the cast are in a list. */
const TOP_CAST = 5;

const FIRST_OF_CAST = { description: "The first of the cast in billing order" };

export const TopMovieCredits = Type.Object(
  {
    cast: ListOf(CastCredit, TOP_CAST, FIRST_OF_CAST),
    directors: ListOf(CrewCredit, bounds.crew, {
      description: "The members of the crew whose job is Director, in the provider's order",
    }),
  },
  { $id: "TopMovieCredits", description: "The first of the cast, and the directors of a movie" },
);

export const TopSeriesCredits = Type.Object(
  {
    cast: ListOf(SeriesCastCredit, TOP_CAST, FIRST_OF_CAST),
    creators: ListOf(CreatorCredit, bounds.creators, {
      description: "The creators in the provider's order",
    }),
  },
  { $id: "TopSeriesCredits", description: "The first of the cast, and the creators of a series" },
);

export const ListedOfferings = Type.Object(
  { attribution: Attribution, ...CountryOfferings.properties },
  { $id: "ListedOfferings", description: "Where a title can be watched in the country asked for" },
);

const sharedModels = {
  watch_providers: Type.Optional(
    Nullable(ListedOfferings, { description: "Null when there are no offers in the country" }),
  ),
  keywords: Type.Optional(
    ListOf(KeywordLabel, bounds.keywords, { description: "Keywords by name" }),
  ),
};

/** The fields of a movie in a list that are there when they are asked for. */
export const movieListFields = {
  external_ids: Type.Optional(MovieExternalIds),
  top_credits: Type.Optional(TopMovieCredits),
  ...sharedModels,
};

/** The fields of a series in a list that are there when they are asked for. */
export const seriesListFields = {
  external_ids: Type.Optional(SeriesExternalIds),
  top_credits: Type.Optional(TopSeriesCredits),
  ...sharedModels,
};

/** What a client may include in lists, in the order of the answer. */
export const listIncludes = ["external_ids", "top_credits", "watch_providers", "keywords"] as const;

type ListIncludes = Includes & Record<(typeof listIncludes)[number], SQL>;

/**
 * What may be included in lists, for the record with this UUID; `country` stands in place of the parameter. The
 * UUID may be a column of `movies` or `series`, which therefore have another name inside.
 */
export type IncludesOf = (id: SQLWrapper, country?: SQLWrapper) => ListIncludes;

/** What may be included in lists of movies. */
export const movieListIncludes: IncludesOf = (title_id, country) => ({
  external_ids: sql`(select ${movieExternalIds(sql`listed.external_ids`)}
    from ${movies} listed join ${titles} on ${titles.id} = listed.id where listed.id = ${title_id})`,
  top_credits: jsonRow({
    cast: topCastOf(title_id, TOP_CAST),
    directors: directorsOf(title_id),
  }),
  watch_providers: attributedOfferingsIn(title_id, country),
  keywords: keywordsOf(title_id),
});

/** What may be included in lists of series. */
export const seriesListIncludes: IncludesOf = (title_id, country) => ({
  external_ids: sql`(select ${seriesExternalIds(sql`listed.external_ids`)}
    from ${series} listed join ${titles} on ${titles.id} = listed.id where listed.id = ${title_id})`,
  top_credits: jsonRow({
    cast: topSeriesCastOf(title_id, TOP_CAST),
    creators: creatorsOf(title_id),
  }),
  watch_providers: attributedOfferingsIn(title_id, country),
  keywords: keywordsOf(title_id),
});
