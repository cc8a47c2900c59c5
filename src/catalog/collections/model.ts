import { type Static, Type } from "@sinclair/typebox";
import { bounds, largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { imageModels } from "~/catalog/artwork/lists";
import {
  CreatedAt,
  ImagePath,
  LastIngestedAt,
  Overview,
  RemovedAt,
  TmdbId,
  UpdatedAt,
} from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { languageParameter } from "~/catalog/language/parameter";
import { Provenance } from "~/catalog/provenance/model";
import { MovieSummary } from "~/catalog/titles/summaries";
import { Translations } from "~/catalog/translations/model";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

export const CollectionSummary = localizable(
  "collection",
  {
    id: PublicId("collection"),
    kind: Type.Literal("collection", { description: "Always `collection`" }),
    name: Type.String({ description: "Name in English", examples: ["The Matrix Collection"] }),
    poster_path: ImagePath("Poster", "/demo-poster.jpg"),
    backdrop_path: ImagePath("Backdrop", "/demo-backdrop.jpg"),
    movie_count: WholeNumber({
      description: "Its movies in the catalog, adult ones left out unless they are asked for",
      examples: [4],
    }),
    parts_total: Nullable(
      WholeNumber({
        description: "Its movies as the provider counts them; null when unknown",
        examples: [4],
      }),
    ),
    removed_at: RemovedAt(),
  },
  { $id: "CollectionSummary", description: "A collection of movies in a list" },
);
export type CollectionSummary = Static<typeof CollectionSummary>;

export const CollectionMovie = localizable(
  "movie",
  {
    ...MovieSummary.properties,
    position: Nullable(
      WholeNumber({
        description: "Place in the collection; null until the collection is ingested itself",
        examples: [0],
      }),
    ),
  },
  { $id: "CollectionMovie", description: "A movie at its place in a collection" },
);
export type CollectionMovie = Static<typeof CollectionMovie>;

export const CollectionExternalIds = Type.Object(
  { tmdb: TmdbId(2344) },
  { description: "Ids of the collection in other databases" },
);

export const CollectionDetail = localizable(
  "collection",
  {
    ...CollectionSummary.properties,
    overview: Overview("The war between people and the machines that dream them."),
    movies: ListOf(CollectionMovie, bounds.collection_movies, {
      description: "Its movies in the catalog, by position and release date",
    }),
    external_ids: CollectionExternalIds,
    created_at: CreatedAt(),
    updated_at: UpdatedAt(),
    last_ingested_at: LastIngestedAt(),
    images: Type.Optional(imageModels.collection),
    translations: Type.Optional(Translations("collection")),
    provenance: Type.Optional(Provenance("collection")),
  },
  {
    $id: "CollectionDetail",
    description: "Everything about one collection; only a name until it is ingested itself",
  },
);
export type CollectionDetail = Static<typeof CollectionDetail>;

export const CollectionPage = Page(
  CollectionSummary,
  {},
  { $id: "CollectionPage", description: "A page of collections by name" },
);

export const CollectionFilter = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  ...languageParameter,
});
export type CollectionFilter = Static<typeof CollectionFilter>;

export const CollectionQuery = Type.Object(adultQuery);
export type CollectionQuery = Static<typeof CollectionQuery>;
