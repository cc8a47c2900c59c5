import { type Static, Type } from "@sinclair/typebox";
import { bounds, largestPage } from "~/bounds";
import { imageModels } from "~/catalog/artwork/lists";
import {
  CountryCode,
  CreatedAt,
  Homepage,
  ImagePath,
  LastIngestedAt,
  Link,
  OriginCountries,
  Tagline,
} from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { Provenance } from "~/catalog/provenance/model";
import { listParameters } from "~/catalog/records/list-parameters";
import { MovieCredits } from "~/catalog/titles/credits";
import {
  AlternateTitle,
  CompanyBrief,
  KeywordLabel,
  SpokenLanguage,
} from "~/catalog/titles/detail-fields";
import { MovieExternalIds } from "~/catalog/titles/external-ids";
import { MoviePage } from "~/catalog/titles/pages";
import { MovieSummary } from "~/catalog/titles/summaries";
import { TitleVideos } from "~/catalog/titles/videos";
import { EmbeddedOfferings } from "~/catalog/titles/watch-providers";
import { Translations } from "~/catalog/translations/model";
import { CalendarDate, ListOf, Nullable, OneOf, WholeNumber } from "~/http/request/fields";
import { pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { releaseTypes } from "~/vocabulary";

export const CollectionBrief = localizable(
  "collection",
  {
    id: PublicId("collection"),
    name: Type.String({ description: "Name", examples: ["The Matrix Collection"] }),
    poster_path: ImagePath("Poster", "/demo-poster.jpg"),
  },
  { $id: "CollectionBrief", description: "The collection that a movie belongs to" },
);
export type CollectionBrief = Static<typeof CollectionBrief>;

export const ReleaseDate = Type.Object(
  {
    region: CountryCode(),
    release_type: OneOf(releaseTypes, { description: "Kind of release" }),
    release_date: CalendarDate({ description: "Day of the release", examples: ["1999-03-31"] }),
    certification: Nullable(
      Type.String({ description: "Age rating in the region; null when unknown", examples: ["R"] }),
    ),
    note: Nullable(
      Type.String({
        description: "The provider's note, such as a festival; null when there is none",
      }),
    ),
    is_limited: Type.Boolean({ description: "Whether it is a theatrical release in few theatres" }),
  },
  {
    $id: "ReleaseDate",
    description: "A release in one region, which may have several of the same kind",
  },
);
export type ReleaseDate = Static<typeof ReleaseDate>;

const MovieLinks = Type.Object(
  {
    credits: Link("the cast and crew", "movies", "movie", "credits"),
    images: Link("the images", "movies", "movie", "images"),
    videos: Link("the videos", "movies", "movie", "videos"),
    recommendations: Link("movies to watch next", "movies", "movie", "recommendations"),
    watch_providers: Link("where to watch the movie", "movies", "movie", "watch-providers"),
  },
  { description: "Paths of what belongs to the movie" },
);

export const MovieDetail = localizable(
  "movie",
  {
    ...MovieSummary.properties,
    tagline: Tagline(),
    homepage: Homepage(),
    budget: Nullable(
      WholeNumber({ description: "US dollars; null when unknown", examples: [63_000_000] }),
    ),
    revenue: Nullable(
      WholeNumber({ description: "US dollars; null when unknown", examples: [463_517_383] }),
    ),
    origin_countries: OriginCountries(),
    spoken_languages: ListOf(SpokenLanguage, bounds.spoken_languages, {
      description: "Languages spoken in the movie",
    }),
    collection: Nullable(CollectionBrief, { description: "Null when it belongs to none" }),
    keywords: ListOf(KeywordLabel, bounds.keywords, { description: "Keywords by name" }),
    alternate_titles: ListOf(AlternateTitle, bounds.alternate_titles, {
      description: "Other titles in the provider's order",
    }),
    companies: ListOf(CompanyBrief, bounds.companies, {
      description: "Production companies in the provider's order",
    }),
    release_dates: ListOf(ReleaseDate, bounds.release_dates, {
      description: "Releases in all regions, by region and date",
    }),
    external_ids: MovieExternalIds,
    watch_providers: EmbeddedOfferings,
    created_at: CreatedAt(),
    last_ingested_at: LastIngestedAt(),
    links: MovieLinks,
    credits: Type.Optional(MovieCredits),
    images: Type.Optional(imageModels.movie),
    videos: Type.Optional(TitleVideos),
    recommendations: Type.Optional(MoviePage),
    translations: Type.Optional(Translations("movie")),
    provenance: Type.Optional(Provenance("movie")),
  },
  {
    $id: "MovieDetail",
    description:
      "Everything about one movie, with what is included of the parts that have paths of their own",
  },
);
export type MovieDetail = Static<typeof MovieDetail>;

/** The usual number of recommendations on a page. */
export const PAGE_SIZE = 20;

export const RecommendationQuery = Type.Object({
  ...pageQuery({ page_size: PAGE_SIZE, maximum: largestPage.full }),
  ...listParameters,
});
export type RecommendationQuery = Static<typeof RecommendationQuery>;
