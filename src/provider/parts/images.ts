import { bounds } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** `file_path` is not unique in a list: real bodies repeat whole rows. `language` null: no text in it. */
export type ProviderImage = {
  file_path: string;
  language: string | null;
  country: string | null;
  width: number | null;
  height: number | null;
  aspect_ratio: number | null;
  vote_average: number | null;
  vote_count: number | null;
};

/** By artwork type, in the provider's order; null for a list that is not in the body. */
export type ProviderImages = {
  posters: ProviderImage[] | null;
  backdrops: ProviderImage[] | null;
  logos: ProviderImage[] | null;
  profiles: ProviderImage[] | null;
};

/** The appended `images`; null if the body has no such part. */
export function readImages(body: Fields): ProviderImages | null {
  const part = body.object("images");
  return (
    part && {
      posters: part.list("posters", readImage, bounds.images),
      backdrops: part.list("backdrops", readImage, bounds.images),
      logos: part.list("logos", readImage, bounds.images),
      profiles: part.list("profiles", readImage, bounds.images),
    }
  );
}

function readImage(item: Fields): ProviderImage | null {
  const file_path = item.imagePath("file_path");
  if (file_path === null) return item.drop("file_path");
  return {
    file_path,
    language: item.language("iso_639_1"),
    country: item.country("iso_3166_1"),
    width: item.integer("width"),
    height: item.integer("height"),
    aspect_ratio: item.number("aspect_ratio", { min: 0 }),
    vote_average: item.number("vote_average", { min: 0 }),
    vote_count: item.integer("vote_count"),
  };
}
