import { bounds, lengths } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { type ProviderImages, readImages } from "./parts/images";
import { type ProviderTranslation, readTranslations } from "./parts/translations";
import type { Fields } from "./reading/fields";
import { confirmId, openBody, requireName } from "./reading/fields";
import type { Warnings } from "./reading/warnings";

/** A movie of a collection. */
export type ProviderCollectionPart = {
  external_id: number;
  title: string | null;
  release_date: string | null;
};

/** A collection with its parts in the provider's order, which is not always by date. */
export type ProviderCollection = {
  external_id: number;
  name: string;
  overview: string | null;
  poster_path: string | null;
  backdrop_path: string | null;
  parts: ProviderCollectionPart[] | null;
  images: ProviderImages | null;
  translations: ProviderTranslation[] | null;
};

/** A collection with its images and translations in one call. */
export const fetchCollection = (
  provider: Provider,
  external_id: number,
): Promise<ProviderResponse> =>
  provider.get(`/collection/${external_id}`, { append_to_response: "images,translations" });

/** Reads the body of the requested collection; throws `provider_payload_invalid` without id or name. */
export function readCollection(
  body: Record<string, unknown>,
  external_id: number,
  warnings: Warnings,
): ProviderCollection {
  const collection = openBody(body, warnings);
  confirmId(collection, external_id);
  return {
    external_id,
    name: requireName(collection, "name"),
    overview: collection.text("overview", lengths.overview),
    poster_path: collection.imagePath("poster_path"),
    backdrop_path: collection.imagePath("backdrop_path"),
    parts: collection.list("parts", readPart, bounds.collection_movies),
    images: readImages(collection),
    translations: readTranslations(collection),
  };
}

function readPart(item: Fields): ProviderCollectionPart | null {
  const kind = item.identifier("media_type");
  if (kind !== null && kind !== "movie") return item.skip("it is no movie");
  const external_id = item.id("id");
  if (external_id === null) return item.drop("id");
  return { external_id, title: item.name("title"), release_date: item.date("release_date") };
}
