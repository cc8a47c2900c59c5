import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  audience,
  type ExternalIds,
  facets,
  id,
  moment,
  paths,
  removal,
  seriesStatus,
  stamps,
} from "./columns";
import type { ProviderGenre, SpokenLanguage } from "./movies";
import { titles } from "./titles";

/** An episode as the series itself describes it; the full record comes with its season. */
export type EpisodeBrief = {
  season_number: number;
  episode_number: number;
  title: string | null;
  overview: string | null;
  air_date: string | null;
  runtime: number | null;
  still_path: string | null;
  episode_type: string | null;
};

export const series = pgTable("series", {
  id: uuid()
    .primaryKey()
    .references(() => titles.id, { onDelete: "cascade" }),
  title: text().notNull(),
  original_title: text(),
  original_language: text(),
  overview: text(),
  tagline: text(),
  homepage: text(),
  first_air_date: date(),
  last_air_date: date(),
  year: smallint().generatedAlwaysAs(sql`extract(year from first_air_date)::smallint`),
  status: seriesStatus(),
  series_type: text(),
  in_production: boolean(),
  number_of_seasons: integer(),
  number_of_episodes: integer(),
  ...audience(),
  adult: boolean().default(false),
  ...paths(),
  origin_countries: text().array(),
  spoken_languages: jsonb().$type<SpokenLanguage[]>(),
  external_ids: jsonb().$type<ExternalIds>(),
  provider_genres: jsonb().$type<ProviderGenre[]>(),
  last_episode: jsonb().$type<EpisodeBrief>(),
  next_episode: jsonb().$type<EpisodeBrief>(),
  ...facets(),
  ...removal(),
  ...stamps(),
});

/**
 * A stub, created with its series, until its own ingestion adds the episodes. The provider's API identifies
 * a season by series and number, so that is the key; `external_id` is only shown.
 */
export const seasons = pgTable(
  "seasons",
  {
    id: id(),
    series_id: uuid()
      .notNull()
      .references(() => series.id, { onDelete: "cascade" }),
    season_number: integer().notNull(),
    external_id: integer(),
    title: text(),
    overview: text(),
    air_date: date(),
    poster_path: text(),
    episode_count: integer(),
    vote_average: doublePrecision(),
    episodes_ingested: boolean().notNull().default(false),
    missing_at: moment(),
    ...stamps(),
  },
  (t) => [unique().on(t.series_id, t.season_number)],
);

export const episodes = pgTable(
  "episodes",
  {
    id: id(),
    series_id: uuid()
      .notNull()
      .references(() => series.id, { onDelete: "cascade" }),
    season_id: uuid()
      .notNull()
      .references(() => seasons.id, { onDelete: "cascade" }),
    episode_number: integer().notNull(),
    external_id: integer(),
    title: text(),
    overview: text(),
    air_date: date(),
    runtime: integer(),
    still_path: text(),
    episode_type: text(),
    production_code: text(),
    vote_average: doublePrecision(),
    vote_count: integer(),
    ...stamps(),
  },
  (t) => [unique().on(t.season_id, t.episode_number), index().on(t.series_id)],
);
