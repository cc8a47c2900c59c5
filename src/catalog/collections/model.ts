import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { MovieSummary } from "~/catalog/titles/summaries";
import { ListOf, Nullable, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

/** A collection as lists show it (M36, M80). */
export const CollectionSummary = Type.Object({
  id: PublicId("collection"),
  kind: Type.Literal("collection"),
  name: Type.String(),
  poster_path: Nullable(Type.String({ description: "Below the image base of GET /configuration" })),
  backdrop_path: Nullable(Type.String()),
  movie_count: WholeNumber({ description: "Movies of the catalog in it, adult ones left out" }),
  parts_total: Nullable(WholeNumber({ description: "Parts as the provider states them" })),
});
export type CollectionSummary = Static<typeof CollectionSummary>;

/** A movie at its place in a collection; `position` is null when the collection was not fetched yet. */
export const CollectionMovie = Type.Object({
  ...MovieSummary.properties,
  position: Nullable(WholeNumber()),
});
export type CollectionMovie = Static<typeof CollectionMovie>;

/** Everything about one collection; a stub has a name alone (M37). */
export const CollectionDetail = Type.Object({
  ...CollectionSummary.properties,
  overview: Nullable(Type.String()),
  movies: ListOf(CollectionMovie, bounds.collection_movies),
  external_ids: Type.Object({ tmdb: WholeNumber({ description: "The provider's own id" }) }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  last_ingested_at: Nullable(Timestamp()),
});
export type CollectionDetail = Static<typeof CollectionDetail>;

export const CollectionPage = Page(CollectionSummary);

export const CollectionFilter = Type.Object(pageQuery({ page_size: 20, maximum: 50 }));
export type CollectionFilter = Static<typeof CollectionFilter>;

export const CollectionQuery = Type.Object(adultQuery);
export type CollectionQuery = Static<typeof CollectionQuery>;
