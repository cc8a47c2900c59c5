import { sql } from "drizzle-orm";
import { doublePrecision, integer, pgEnum, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  artworkOwners,
  artworkTypes,
  companyTypes,
  creditTypes,
  episodeCreditTypes,
  genders,
  jobKinds,
  jobStatuses,
  monetizations,
  movieStatuses,
  providers,
  releaseTypes,
  seriesStatuses,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";

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
export const gender = pgEnum("gender", genders);
export const trendingWindow = pgEnum("trending_window", trendingWindows);
export const jobKind = pgEnum("job_kind", jobKinds);
export const jobStatus = pgEnum("job_status", jobStatuses);

/** A moment in UTC; strings in TypeScript, formatted for clients by db/sql.ts. */
export const moment = () => timestamp({ withTimezone: true, mode: "string" });

/** The UUIDv7 of a record. */
export const id = () => uuid().primaryKey();

/** A record's identity at the provider: unique together with the provider and, by table, the kind (M137). */
export const externalIdentity = () => ({
  provider: providerName().notNull().default("tmdb"),
  external_id: integer().notNull(),
});

export const stamps = () => ({
  created_at: moment().notNull().default(sql`now()`),
  updated_at: moment().notNull().default(sql`now()`),
});

/** Audience figures of a title as the provider states them; null where it states none. */
export const audience = () => ({
  popularity: doublePrecision(),
  vote_average: doublePrecision(),
  vote_count: integer(),
});

/** External ids by source: {"imdb": "tt0133093", …}; only the sources that have one. */
export type ExternalIds = Record<string, string | number>;

export const paths = () => ({ poster_path: text(), backdrop_path: text() });

/**
 * The genres of a title as bits, in the order of the fixed set: the first genre is bit 0. Triggers on
 * `title_genres` keep it, so that a listing judges genres inside one index.
 */
export const facets = () => ({ genre_mask: integer().notNull().default(0) });
