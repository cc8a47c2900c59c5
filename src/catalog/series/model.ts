import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { AlternateTitle } from "~/catalog/titles/alternate-titles";
import { SeriesCredits } from "~/catalog/titles/credits";
import { CompanyBrief } from "~/catalog/titles/detail-fields";
import { SeriesExternalIds } from "~/catalog/titles/external-ids";
import { KeywordLabel } from "~/catalog/titles/keyword-labels";
import { PersonBrief } from "~/catalog/titles/person-brief";
import { SeriesSummary } from "~/catalog/titles/series-summary";
import { SpokenLanguage } from "~/catalog/titles/spoken-languages";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import { ListOf } from "~/db/json-sql";
import { CalendarDate, Nullable, Timestamp, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { Season } from "./seasons";

export const ContentRating = t.Object({
  country: t.String({ description: "ISO 3166-1 alpha-2" }),
  rating: t.String(),
  descriptors: ListOf(t.String(), bounds.descriptors),
});
export type ContentRating = Static<typeof ContentRating>;

/** The latest or the coming episode as the series tells of it; `id` once the episode is in the catalog. */
export const EpisodeMention = t.Object({
  id: Nullable(PublicId("episode")),
  kind: t.Literal("episode"),
  season_number: WholeNumber(),
  episode_number: WholeNumber(),
  title: Nullable(t.String()),
  overview: Nullable(t.String()),
  air_date: Nullable(CalendarDate()),
  runtime: Nullable(WholeNumber({ description: "Minutes" })),
  still_path: Nullable(t.String()),
  episode_type: Nullable(t.String()),
});
export type EpisodeMention = Static<typeof EpisodeMention>;

/** Paths of what hangs on a series. */
const SeriesLinks = t.Object({
  credits: t.String(),
  images: t.String(),
  videos: t.String(),
  seasons: t.String(),
  watch_providers: t.String(),
});

/** Everything about one series (M29); unlike a movie's, its detail holds its credits (X12). */
export const SeriesDetail = t.Object({
  ...SeriesSummary.properties,
  tagline: Nullable(t.String()),
  homepage: Nullable(t.String()),
  series_type: Nullable(t.String()),
  in_production: Nullable(t.Boolean()),
  origin_countries: ListOf(t.String(), bounds.countries),
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
