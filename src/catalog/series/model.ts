import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { PersonBrief, SeriesCredits } from "~/catalog/titles/credits";
import {
  AlternateTitle,
  CompanyBrief,
  KeywordLabel,
  SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { SeriesExternalIds } from "~/catalog/titles/external-ids";
import { SeriesSummary } from "~/catalog/titles/summaries";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import { CalendarDate, ListOf, Nullable, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { Season } from "./seasons";

export const ContentRating = Type.Object({
  country: Type.String({ description: "ISO 3166-1 alpha-2" }),
  rating: Type.String(),
  descriptors: ListOf(Type.String(), bounds.descriptors),
});
export type ContentRating = Static<typeof ContentRating>;

/** The latest or the coming episode as the series tells of it; `id` once the episode is in the catalog. */
export const EpisodeMention = Type.Object({
  id: Nullable(PublicId("episode")),
  kind: Type.Literal("episode"),
  season_number: WholeNumber(),
  episode_number: WholeNumber(),
  title: Nullable(Type.String()),
  overview: Nullable(Type.String()),
  air_date: Nullable(CalendarDate()),
  runtime: Nullable(WholeNumber({ description: "Minutes" })),
  still_path: Nullable(Type.String()),
  episode_type: Nullable(Type.String()),
});
export type EpisodeMention = Static<typeof EpisodeMention>;

/** Paths of what hangs on a series. */
const SeriesLinks = Type.Object({
  credits: Type.String(),
  images: Type.String(),
  videos: Type.String(),
  seasons: Type.String(),
  watch_providers: Type.String(),
});

/** Everything about one series (M29); unlike a movie's, its detail holds its credits (X12). */
export const SeriesDetail = Type.Object({
  ...SeriesSummary.properties,
  tagline: Nullable(Type.String()),
  homepage: Nullable(Type.String()),
  series_type: Nullable(Type.String()),
  in_production: Nullable(Type.Boolean()),
  origin_countries: ListOf(Type.String(), bounds.countries),
  spoken_languages: ListOf(SpokenLanguage, bounds.spoken_languages),
  networks: ListOf(CompanyBrief, bounds.companies),
  companies: ListOf(CompanyBrief, bounds.companies),
  creators: ListOf(PersonBrief, bounds.creators),
  keywords: ListOf(KeywordLabel, bounds.keywords),
  alternate_titles: ListOf(AlternateTitle, bounds.alternate_titles),
  content_ratings: ListOf(ContentRating, bounds.content_ratings),
  external_ids: SeriesExternalIds,
  seasons: ListOf(Season, bounds.seasons),
  last_episode: Nullable(EpisodeMention),
  next_episode: Nullable(EpisodeMention),
  credits: SeriesCredits,
  watch_providers: EmbeddedOfferings,
  created_at: Timestamp(),
  last_ingested_at: Nullable(Timestamp()),
  links: SeriesLinks,
});
export type SeriesDetail = Static<typeof SeriesDetail>;

export const SeriesPage = Page(SeriesSummary);
