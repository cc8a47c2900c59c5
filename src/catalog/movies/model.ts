import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { AlternateTitle } from "~/catalog/titles/alternate-titles";
import { CompanyBrief } from "~/catalog/titles/detail-fields";
import { MovieExternalIds } from "~/catalog/titles/external-ids";
import { KeywordLabel } from "~/catalog/titles/keyword-labels";
import { SpokenLanguage } from "~/catalog/titles/spoken-languages";
import { MovieSummary } from "~/catalog/titles/summaries";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import { ListOf } from "~/db/json-sql";
import { CalendarDate, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { releaseTypes } from "~/vocabulary";

/** A movie's collection: may be a stub with a name alone (M23, M37). */
export const CollectionBrief = t.Object({
  id: PublicId("collection"),
  name: t.String(),
  poster_path: Nullable(t.String()),
});
export type CollectionBrief = Static<typeof CollectionBrief>;

/** One release in one region; several theatrical ones in a region are real (M40). */
export const ReleaseDate = t.Object({
  region: t.String({ description: "ISO 3166-1 alpha-2" }),
  release_type: OneOf(releaseTypes),
  release_date: CalendarDate(),
  certification: Nullable(t.String()),
  note: Nullable(t.String()),
  is_limited: t.Boolean(),
});
export type ReleaseDate = Static<typeof ReleaseDate>;

/** Paths of what hangs on a movie and is not in its detail (X3). */
const MovieLinks = t.Object({
  credits: t.String(),
  images: t.String(),
  videos: t.String(),
  recommendations: t.String(),
  watch_providers: t.String(),
});

/** Everything about one movie (M22 to M27). */
export const MovieDetail = t.Object({
  ...MovieSummary.properties,
  tagline: Nullable(t.String()),
  homepage: Nullable(t.String()),
  budget: Nullable(WholeNumber({ description: "US dollars" })),
  revenue: Nullable(WholeNumber({ description: "US dollars" })),
  origin_countries: ListOf(t.String(), bounds.countries),
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

export const RecommendationQuery = t.Object(pageQuery({ page_size: 20, maximum: 50 }));
export type RecommendationQuery = Static<typeof RecommendationQuery>;
