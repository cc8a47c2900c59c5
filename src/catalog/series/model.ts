import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { imageModels } from "~/catalog/artwork/lists";
import {
  CountryCode,
  CreatedAt,
  Homepage,
  LastIngestedAt,
  Link,
  OriginCountries,
  Tagline,
} from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { Provenance } from "~/catalog/provenance/model";
import { PersonBrief, SeriesCredits } from "~/catalog/titles/credits";
import {
  AlternateTitle,
  CompanyBrief,
  KeywordLabel,
  SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { SeriesExternalIds } from "~/catalog/titles/external-ids";
import { SeriesSummary } from "~/catalog/titles/summaries";
import { TitleVideos } from "~/catalog/titles/videos";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import { Translations } from "~/catalog/translations/model";
import { ListOf, Nullable } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { episodeFields, numbers } from "./episodes";
import { Season } from "./seasons";

export const ContentRating = Type.Object(
  {
    country: CountryCode(),
    rating: Type.String({ description: "Age rating in the country", examples: ["TV-MA"] }),
    descriptors: ListOf(
      Type.String({ description: "A reason for the rating", examples: ["V"] }),
      bounds.descriptors,
      { description: "Reasons for the rating, words of the country's system" },
    ),
  },
  { $id: "ContentRating", description: "The age rating of a series in a country" },
);
export type ContentRating = Static<typeof ContentRating>;

export const EpisodeMention = localizable(
  "episode",
  {
    id: Nullable(PublicId("episode"), { description: "Null until the episode is in the catalog" }),
    kind: Type.Literal("episode", { description: "Always `episode`" }),
    ...numbers,
    ...episodeFields,
  },
  { $id: "EpisodeMention", description: "The latest or next episode, as the series names it" },
);
export type EpisodeMention = Static<typeof EpisodeMention>;

const SeriesLinks = Type.Object(
  {
    credits: Link("the cast, crew and creators", "series", "series", "credits"),
    images: Link("the images", "series", "series", "images"),
    videos: Link("the videos", "series", "series", "videos"),
    seasons: Link("the seasons", "series", "series", "seasons"),
    watch_providers: Link("where to watch the series", "series", "series", "watch-providers"),
  },
  { description: "Paths of what belongs to the series" },
);

export const SeriesDetail = localizable(
  "series",
  {
    ...SeriesSummary.properties,
    tagline: Tagline(),
    homepage: Homepage(),
    series_type: Nullable(
      Type.String({
        description: "Kind of series, such as `scripted`; null when unknown",
        examples: ["scripted"],
      }),
    ),
    in_production: Nullable(
      Type.Boolean({ description: "Whether more is being produced; null when unknown" }),
    ),
    origin_countries: OriginCountries(),
    spoken_languages: ListOf(SpokenLanguage, bounds.spoken_languages, {
      description: "Languages spoken in the series",
    }),
    networks: ListOf(CompanyBrief, bounds.companies, {
      description: "Networks that air it, in the provider's order",
    }),
    companies: ListOf(CompanyBrief, bounds.companies, {
      description: "Production companies in the provider's order",
    }),
    creators: ListOf(PersonBrief, bounds.creators, {
      description: "The persons of `credits.creators`",
    }),
    keywords: ListOf(KeywordLabel, bounds.keywords, { description: "Keywords by name" }),
    alternate_titles: ListOf(AlternateTitle, bounds.alternate_titles, {
      description: "Other titles in the provider's order",
    }),
    content_ratings: ListOf(ContentRating, bounds.content_ratings, {
      description: "Age ratings in the provider's order",
    }),
    external_ids: SeriesExternalIds,
    seasons: ListOf(Season, bounds.seasons, { description: "Seasons by number" }),
    last_episode: Nullable(EpisodeMention, {
      description: "The latest episode that aired; null when none has",
    }),
    next_episode: Nullable(EpisodeMention, {
      description: "The next episode to air; null when none is announced",
      examples: [null],
    }),
    credits: SeriesCredits,
    watch_providers: EmbeddedOfferings,
    created_at: CreatedAt(),
    last_ingested_at: LastIngestedAt(),
    links: SeriesLinks,
    images: Type.Optional(imageModels.series),
    videos: Type.Optional(TitleVideos),
    translations: Type.Optional(Translations("series")),
    provenance: Type.Optional(Provenance("series")),
  },
  { $id: "SeriesDetail", description: "Everything about one series" },
);
export type SeriesDetail = Static<typeof SeriesDetail>;
