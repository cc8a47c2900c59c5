import type { Recipe } from "~/ingest/pipeline";
import { fetchCollection, readCollection } from "~/provider/collection";
import { type NormalizedCollection, normalizeCollection } from "./normalize";
import { upsertCollection } from "./upsert";

/** How a collection of the provider becomes ours, with its ordered membership. */
export const collectionRecipe = (external_id: number): Recipe<NormalizedCollection> => ({
  kind: "collection",
  external_id: String(external_id),
  fetch: (provider) => fetchCollection(provider, external_id),
  normalize: (body, warnings) =>
    normalizeCollection(readCollection(body, external_id, warnings), warnings),
  upsert: upsertCollection,
});
