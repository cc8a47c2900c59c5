import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import {
  AlternateTitle,
  CompanyBrief,
  KeywordLabel,
  SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { MovieExternalIds } from "~/catalog/titles/external-ids";
import { MovieSummary } from "~/catalog/titles/summaries";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import {
  CalendarDate,
  ListOf,
  Nullable,
  OneOf,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { releaseTypes } from "~/vocabulary";

/** A movie's collection: may be a stub with a name alone (M23, M37). */
export const CollectionBrief = Type.Object({
  id: PublicId("collection"),
  name: Type.String(),
  poster_path: Nullable(Type.String()),
});
export type CollectionBrief = Static<typeof CollectionBrief>;

/** One release in one region; several theatrical ones in a region are real (M40). */
export const ReleaseDate = Type.Object({
  region: Type.String({ description: "ISO 3166-1 alpha-2" }),
  release_type: OneOf(releaseTypes),
  release_date: CalendarDate(),
  certification: Nullable(Type.String()),
  note: Nullable(Type.String()),
  is_limited: Type.Boolean(),
});
export type ReleaseDate = Static<typeof ReleaseDate>;

/** Paths of what hangs on a movie and is not in its detail (X3). */
const MovieLinks = Type.Object({
  credits: Type.String(),
  images: Type.String(),
  videos: Type.String(),
  recommendations: Type.String(),
  watch_providers: Type.String(),
});

/** Everything about one movie (M22 to M27). */
export const MovieDetail = Type.Object({
  ...MovieSummary.properties,
  tagline: Nullable(Type.String()),
  homepage: Nullable(Type.String()),
  budget: Nullable(WholeNumber({ description: "US dollars" })),
  revenue: Nullable(WholeNumber({ description: "US dollars" })),
  origin_countries: ListOf(Type.String(), bounds.countries),
  spoken_languages: ListOf(SpokenLanguage, bounds.spoken_languages),
  collection: Nullable(CollectionBrief),
  keywords: ListOf(KeywordLabel, bounds.keywords),
  alternate_titles: ListOf(AlternateTitle, bounds.alternate_titles),
  companies: ListOf(CompanyBrief, bounds.companies),
  release_dates: ListOf(ReleaseDate, bounds.release_dates, { description: "Those of all regions" }),
  external_ids: MovieExternalIds,
  watch_providers: EmbeddedOfferings,
  created_at: Timestamp(),
  last_ingested_at: Nullable(Timestamp()),
  links: MovieLinks,
});
export type MovieDetail = Static<typeof MovieDetail>;

export const MoviePage = Page(MovieSummary);

export const RecommendationQuery = Type.Object(pageQuery({ page_size: 20, maximum: 50 }));
export type RecommendationQuery = Static<typeof RecommendationQuery>;
