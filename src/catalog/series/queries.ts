import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { imagesJson } from "~/catalog/artwork/lists";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { type SeriesFilter, seriesSorts } from "~/catalog/listing/filter";
import { titleListing } from "~/catalog/listing/statement";
import { provenanceOf } from "~/catalog/provenance/queries";
import type { Asked } from "~/catalog/records/asked";
import { PART_OF_PLAIN } from "~/catalog/records/includes";
import { recordReader, recordSource } from "~/catalog/records/record";
import {
  creatorPeopleOf,
  creatorsOf,
  crewOf,
  type SeriesCredits,
  seriesCastOf,
} from "~/catalog/titles/credits";
import {
  alternateTitlesOf,
  companiesOf,
  keywordsOf,
  spokenLanguagesOf,
} from "~/catalog/titles/detail-fields";
import { seriesExternalIds } from "~/catalog/titles/external-ids";
import { seriesListIncludes } from "~/catalog/titles/list-includes";
import { titleSubResources } from "~/catalog/titles/sub-resources";
import { type SeriesSummary, seriesSummary } from "~/catalog/titles/summaries";
import { videosOf } from "~/catalog/titles/videos";
import { attributed, offeringsOf } from "~/catalog/titles/watch-providers";
import { translationsJson } from "~/catalog/translations/queries";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, storedArray, subquery } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { content_ratings, episodes, seasons, series, titles } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { JsonSlice } from "~/http/request/page";
import { listedSeries } from "~/positions/lists";
import { episodeFields, numbers } from "./episodes";
import type { ContentRating, EpisodeMention, SeriesDetail } from "./model";
import { seasonsOfSeries, seasonsWithEpisodes } from "./seasons";

const readPage = titleListing({
  kind: "series",
  table: series,
  listed: listedSeries,
  fields: seriesSummary,
  includes: seriesListIncludes,
});

/** A page of GET /series. */
export const listSeries = (
  db: Db,
  filter: SeriesFilter,
  asked: Asked = {},
): Promise<JsonSlice<SeriesSummary>> => readPage(db, filter, seriesSorts[filter.sort_by], asked);

const contentRatings: SQL<ContentRating[]> = jsonArray(
  subquery
    .select({
      country: content_ratings.country,
      rating: content_ratings.rating,
      descriptors: content_ratings.descriptors,
    })
    .from(content_ratings)
    .where(eq(content_ratings.title_id, series.id))
    .orderBy(content_ratings.position),
  bounds.content_ratings,
);

/** The id of the episode that `column` describes; null until its season is ingested. */
const mentionedId = (column: SQLWrapper) =>
  subquery
    .select({ id: publicId("episode", episodes.id) })
    .from(episodes)
    .innerJoin(seasons, eq(seasons.id, episodes.season_id))
    .where(
      and(
        eq(episodes.series_id, series.id),
        eq(seasons.season_number, sql`(${column} ->> 'season_number')::int`),
        eq(episodes.episode_number, sql`(${column} ->> 'episode_number')::int`),
      ),
    );

const mention = (column: SQLWrapper): SQL<EpisodeMention | null> => {
  const stored = Object.keys({ ...numbers, ...episodeFields }).map((name) => [
    name,
    sql`${column} -> ${sql.raw(`'${name}'`)}`,
  ]);
  const fields = {
    id: sql`(${mentionedId(column)})`,
    kind: sql`'episode'`,
    ...Object.fromEntries(stored),
  };
  return sql<EpisodeMention | null>`case when ${column} is not null then ${jsonRow(fields)} end`;
};

const credits = {
  cast: seriesCastOf(series.id),
  crew: crewOf(series.id),
  creators: creatorsOf(series.id),
};

const beforeOfferings = {
  ...seriesSummary,
  tagline: series.tagline,
  homepage: series.homepage,
  series_type: series.series_type,
  in_production: series.in_production,
  origin_countries: storedArray<string>(series.origin_countries),
  spoken_languages: spokenLanguagesOf(series.spoken_languages),
  networks: companiesOf(series.id, "network"),
  companies: companiesOf(series.id, "production_company"),
  creators: creatorPeopleOf(series.id),
  keywords: keywordsOf(series.id),
  alternate_titles: alternateTitlesOf(series.id),
  content_ratings: contentRatings,
  external_ids: seriesExternalIds(series.external_ids),
  seasons: seasonsOfSeries,
  last_episode: mention(series.last_episode),
  next_episode: mention(series.next_episode),
  credits: jsonRow(credits),
};
const afterOfferings = {
  created_at: timestamp(series.created_at),
  last_ingested_at: lastIngestedAt("series", titles),
};
/** How a series is read. */
export const seriesRecord = recordSource({
  from: sql`${series} join ${titles} on ${eq(titles.id, series.id)}`,
  id: series.id,
  public_id: publicId("series", series.id),
  updated_at: timestamp(series.updated_at),
  parts: {
    first: jsonText(jsonRow(beforeOfferings)),
    offerings: offeringsOf(series.id),
    last: jsonText(jsonRow(afterOfferings)),
  },
  parts_with_more: {
    first: jsonText(jsonRow({ ...beforeOfferings, seasons: seasonsWithEpisodes })),
  },
  assemble: ({ first, offerings, last }, id): JsonText<SeriesDetail> =>
    joinObjects(
      first,
      jsonField("watch_providers", attributed(offerings)),
      last,
      jsonField("links", jsonOf(links(id))),
    ),
  includes: {
    images: imagesJson("series"),
    videos: jsonRow({ results: videosOf(series.id) }),
    // They are read with the seasons that they belong to.
    episodes: PART_OF_PLAIN,
    translations: translationsJson("series", series.id),
    provenance: provenanceOf("series", series.id),
  },
});

/** Everything about one series in one statement; undefined when there is none. */
export const getSeries = recordReader(seriesRecord);

function links(id: string): SeriesDetail["links"] {
  const path = `/api/v1/series/${id}`;
  return {
    credits: `${path}/credits`,
    images: `${path}/images`,
    videos: `${path}/videos`,
    seasons: `${path}/seasons`,
    watch_providers: `${path}/watch-providers`,
  };
}

const creditsJson = { json: jsonText(jsonRow(credits)) };
const creditsById = preparedStatement((db) =>
  db
    .select(creditsJson)
    .from(series)
    .where(eq(series.id, parameter("id"))),
);

/** The credits of a series; undefined when there is no such series. */
export async function getSeriesCredits(
  db: Db,
  id: string,
): Promise<JsonRecord<SeriesCredits> | undefined> {
  return (await creditsById(db, { id }))[0];
}

export const { getVideos: getSeriesVideos, getOfferings: getSeriesOfferings } = titleSubResources(
  "series",
  series,
);
