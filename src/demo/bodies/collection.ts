import type { Collection } from "~/demo/schema/reference";
import { type Body, withParts } from "./body";
import { pathOf, postersAndBackdrops } from "./images";
import { movieListItem } from "./list-item";
import { translationsPart } from "./translations";

/** The body of /3/collection/{id}; some of its parts have no page in the demo. */
export function collectionBody(
  collection: Collection,
  today: string,
  parts: ReadonlySet<string>,
): Body {
  const name = `collection-${collection.id}`;
  const body = {
    id: collection.id,
    name: collection.name,
    original_language: "en",
    original_name: collection.name,
    overview: collection.overview ?? "",
    poster_path: pathOf(name, "poster", collection.art),
    backdrop_path: pathOf(name, "backdrop", collection.art),
    parts: collection.parts.map((id) => movieListItem(id, today)),
  };
  return withParts(
    body,
    {
      images: () => postersAndBackdrops(name, collection.art),
      translations: () => translationsPart("collection", collection.id),
    },
    parts,
  );
}
