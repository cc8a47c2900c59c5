import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { type SeriesFilter, seriesSorts } from "~/catalog/listing/filter";
import { titleListing } from "~/catalog/listing/statement";
import { creatorsOf, crewOf, type SeriesCredits, seriesCastOf } from "~/catalog/titles/credits";
import {
  alternateTitlesOf,
  companiesOf,
  keywordsOf,
  type SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { seriesExternalIds } from "~/catalog/titles/external-ids";
import { titleSubResources } from "~/catalog/titles/sub-resources";
import { type SeriesSummary, seriesSummary } from "~/catalog/titles/summaries";
import { attributed, offeringsOf } from "~/catalog/titles/watch-providers";
import type { Db } from "~/db/client";
import { jsonArray, storedArray, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { content_ratings, episodes, seasons, series, titles } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { Slice } from "~/http/request/page";
import type { ContentRating, EpisodeMention, SeriesDetail } from "./model";
import { seasonsOfSeries } from "./seasons";

const readPage = titleListing({
  kind: "series",
  table: series,
  date: series.first_air_date,
  fields: seriesSummary,
});

/** A page of GET /series. */
export const listSeries = (db: Db, filter: SeriesFilter): Promise<Slice<SeriesSummary>> =>
  readPage(db, filter, seriesSorts[filter.sort_by]);

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

const mention = (column: SQLWrapper): SQL<EpisodeMention | null> =>
  sql<EpisodeMention | null>`case when ${column} is not null then json_build_object(
    'id', ${mentionedId(column)}, 'kind', 'episode',
    'season_number', ${column} -> 'season_number', 'episode_number', ${column} -> 'episode_number',
    'title', ${column} -> 'title', 'overview', ${column} -> 'overview',
    'air_date', ${column} -> 'air_date', 'runtime', ${column} -> 'runtime',
    'still_path', ${column} -> 'still_path', 'episode_type', ${column} -> 'episode_type') end`;

const seriesDetail = {
  ...seriesSummary,
  tagline: series.tagline,
  homepage: series.homepage,
  series_type: series.series_type,
  in_production: series.in_production,
  origin_countries: storedArray<string>(series.origin_countries),
  spoken_languages: storedArray<SpokenLanguage>(series.spoken_languages),
  networks: companiesOf(series.id, "network"),
  companies: companiesOf(series.id, "production_company"),
  keywords: keywordsOf(series.id),
  alternate_titles: alternateTitlesOf(series.id),
  content_ratings: contentRatings,
  external_ids: seriesExternalIds(series.external_ids),
  seasons: seasonsOfSeries,
  last_episode: mention(series.last_episode),
  next_episode: mention(series.next_episode),
  credits: {
    cast: seriesCastOf(series.id),
    crew: crewOf(series.id),
    creators: creatorsOf(series.id),
  },
  watch_providers: offeringsOf(series.id),
  created_at: timestamp(series.created_at),
  last_ingested_at: lastIngestedAt("series", titles),
};

const byId = preparedStatement((db) =>
  db
    .select(seriesDetail)
    .from(series)
    .innerJoin(titles, eq(titles.id, series.id))
    .where(eq(series.id, parameter("id"))),
);

/** Everything about one series in one statement; undefined when there is none. */
export async function getSeries(db: Db, id: string): Promise<SeriesDetail | undefined> {
  const [row] = await byId(db, { id });
  return (
    row && {
      ...row,
      creators: row.credits.creators.map(({ person }) => person),
      watch_providers: attributed(row.watch_providers),
      links: links(row.id),
    }
  );
}

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

const credits = {
  cast: seriesCastOf(series.id),
  crew: crewOf(series.id),
  creators: creatorsOf(series.id),
};
const creditsById = preparedStatement((db) =>
  db
    .select(credits)
    .from(series)
    .where(eq(series.id, parameter("id"))),
);

/** The credits of a series; undefined when there is no such series. */
export async function getSeriesCredits(db: Db, id: string): Promise<SeriesCredits | undefined> {
  return (await creditsById(db, { id }))[0];
}

export const {
  getImages: getSeriesImages,
  getVideos: getSeriesVideos,
  getOfferings: getSeriesOfferings,
} = titleSubResources("series", series);
