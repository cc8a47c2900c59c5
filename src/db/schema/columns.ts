import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  integer,
  pgEnum,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import {
  artworkOwners,
  artworkTypes,
  changeKinds,
  companyTypes,
  creditTypes,
  episodeCreditTypes,
  externalSources,
  genders,
  jobKinds,
  jobStatuses,
  lifecycleStates,
  monetizations,
  movieStatuses,
  providers,
  refreshTiers,
  releaseTypes,
  seriesStatuses,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";
import { translatedKinds } from "~/vocabulary/translated-kinds";

export const providerName = pgEnum("provider_name", providers);
export const titleKind = pgEnum("title_kind", titleKinds);
export const movieStatus = pgEnum("movie_status", movieStatuses);
export const seriesStatus = pgEnum("series_status", seriesStatuses);
export const companyType = pgEnum("company_type", companyTypes);
export const releaseType = pgEnum("release_type", releaseTypes);
export const monetization = pgEnum("monetization", monetizations);
export const creditType = pgEnum("credit_type", creditTypes);
export const episodeCreditType = pgEnum("episode_credit_type", episodeCreditTypes);
export const artworkType = pgEnum("artwork_type", artworkTypes);
export const artworkOwner = pgEnum("artwork_owner", artworkOwners);
export const translatedKind = pgEnum("translated_kind", translatedKinds);
export const gender = pgEnum("gender", genders);
export const trendingWindow = pgEnum("trending_window", trendingWindows);
export const jobKind = pgEnum("job_kind", jobKinds);
export const jobStatus = pgEnum("job_status", jobStatuses);
export const changeKind = pgEnum("change_kind", changeKinds);
export const lifecycleState = pgEnum("lifecycle_state", lifecycleStates);
export const externalSource = pgEnum("external_source", externalSources);
export const refreshTier = pgEnum("refresh_tier", refreshTiers);

/** A point in time in UTC; a string in TypeScript, formatted for clients by db/sql.ts. */
export const moment = () => timestamp({ withTimezone: true, mode: "string" });

/** The UUIDv7 of a record. */
export const id = () => uuid().primaryKey();

/** The id of a record at the provider; unique per provider and, depending on the table, kind. */
export const externalIdentity = () => ({
  provider: providerName().notNull().default("tmdb"),
  external_id: integer().notNull(),
});

export const stamps = () => ({
  created_at: moment().notNull().default(sql`now()`),
  updated_at: moment().notNull().default(sql`now()`),
});

/** Since when a record is hidden because the provider no longer has it; null while it is live. */
export const removed_at = () => moment();

/**
 * The removal of a record that can be adult. Its `adult` is what lists, their indexes and counters go by: null
 * while the record is removed, so that all of them pass over it. `removed_adult` then has the flag; a trigger
 * keeps them in step, so that writers set `removed_at` alone.
 */
export const removal = () => ({ removed_at: removed_at(), removed_adult: boolean() });

/** Popularity and votes of a title from the provider; null if it gives none. */
export const audience = () => ({
  popularity: doublePrecision(),
  vote_average: doublePrecision(),
  vote_count: integer(),
});

/** External ids by source, {"imdb": "tt0133093", …}; sources without an id are left out. */
export type ExternalIds = Record<string, string | number>;

export const paths = () => ({ poster_path: text(), backdrop_path: text() });

/**
 * The genres of a title, maintained by triggers on `title_genres`: as a bit mask in the order of the fixed
 * set, where the first genre is bit 0, so that a list can filter by genre inside one index; and as the JSON
 * that answers contain, in the provider's order. The JSON is null in a title that was last written before
 * the column came: readers then compute it with genre_labels_of().
 */
export const facets = () => ({
  genre_mask: integer().notNull().default(0),
  genre_labels: text(),
});
