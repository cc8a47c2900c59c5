import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { collections } from "./collections";
import {
  audience,
  type ExternalIds,
  facets,
  movieStatus,
  paths,
  releaseType,
  removal,
  stamps,
} from "./columns";
import { titles } from "./titles";

export type SpokenLanguage = { language: string; name: string | null; english_name: string | null };
export type ProviderGenre = { external_id: number; name: string };

export const movies = pgTable(
  "movies",
  {
    id: uuid()
      .primaryKey()
      .references(() => titles.id, { onDelete: "cascade" }),
    title: text().notNull(),
    original_title: text(),
    original_language: text(),
    overview: text(),
    tagline: text(),
    homepage: text(),
    release_date: date(),
    year: smallint().generatedAlwaysAs(sql`extract(year from release_date)::smallint`),
    status: movieStatus(),
    runtime: integer(),
    budget: bigint({ mode: "number" }),
    revenue: bigint({ mode: "number" }),
    ...audience(),
    adult: boolean().default(false),
    ...paths(),
    origin_countries: text().array(),
    spoken_languages: jsonb().$type<SpokenLanguage[]>(),
    external_ids: jsonb().$type<ExternalIds>(),
    provider_genres: jsonb().$type<ProviderGenre[]>(),
    collection_id: uuid().references(() => collections.id),
    ...facets(),
    ...removal(),
    ...stamps(),
  },
  (t) => [index().on(t.collection_id)],
);

/**
 * Release dates as the provider lists them. A region can have several theatrical dates, so the key is the
 * position in the region's list.
 */
export const release_dates = pgTable(
  "release_dates",
  {
    movie_id: uuid()
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    region: text().notNull(),
    position: smallint().notNull(),
    release_type: releaseType().notNull(),
    is_limited: boolean().notNull(),
    release_date: date().notNull(),
    certification: text(),
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.movie_id, t.region, t.position] }),
    index("release_dates_theatrical")
      .on(t.region, t.release_date, t.movie_id)
      .where(sql`release_type = 'theatrical'`),
  ],
);

/**
 * The theatrical dates of a movie in a region, each once, with what now playing and upcoming ask: whether a
 * date is the first of its movie since a day, and the order. Only triggers write it; the covering index by
 * region and date is in a migration.
 */
export const theatrical_releases = pgTable(
  "theatrical_releases",
  {
    movie_id: uuid().notNull(),
    region: text().notNull(),
    release_date: date().notNull(),
    /** The date before this one; null for the first. */
    previous_date: date(),
    /** Whether the first date was more than a year earlier. */
    is_rerelease: boolean().notNull(),
    popularity: doublePrecision(),
    /** Null while the movie is removed. */
    adult: boolean(),
  },
  (t) => [primaryKey({ columns: [t.movie_id, t.region, t.release_date] })],
);
