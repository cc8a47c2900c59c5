import { bounds } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** An age rating of a series; a country can have several. */
export type ProviderContentRating = { country: string; rating: string; descriptors: string[] };

/** The appended `content_ratings`; null if the body has no such part. */
export function readContentRatings(body: Fields): ProviderContentRating[] | null {
  return (
    body.object("content_ratings")?.list("results", readContentRating, bounds.content_ratings) ??
    null
  );
}

function readContentRating(item: Fields): ProviderContentRating | null {
  const country = item.country("iso_3166_1");
  if (country === null) return item.drop("iso_3166_1");
  const rating = item.name("rating");
  if (rating === null) return item.skip("it has no rating");
  return { country, rating, descriptors: item.names("descriptors", bounds.descriptors) ?? [] };
}
