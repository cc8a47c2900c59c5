import { compareDates } from "~/ingest/normalize";
import type { Ingestion } from "~/ingest/pipeline";
import {
  fetchCollection,
  type ProviderCollection,
  type ProviderCollectionPart,
  readCollection,
} from "~/provider/collection";
import type { Warnings } from "~/provider/reading/warnings";
import { type NormalizedCollection, upsertCollection } from "./upsert";

/** Ingests one collection with the order of its movies. */
export const collectionIngestion = (external_id: number): Ingestion<NormalizedCollection> => ({
  kind: "collection",
  external_id: String(external_id),
  fetch: (provider) => fetchCollection(provider, external_id),
  normalize: (body, warnings) =>
    normalizeCollection(readCollection(body, external_id, warnings), warnings),
  upsert: upsertCollection,
});

/** Maps the provider's collection to our rows. Pure: no clock, database or network. */
export function normalizeCollection(
  raw: ProviderCollection,
  warnings: Warnings,
): NormalizedCollection {
  const parts = rankParts(raw.parts ?? []);
  return {
    collection: {
      external_id: raw.external_id,
      name: raw.name,
      overview: raw.overview,
      poster_path: raw.poster_path,
      backdrop_path: raw.backdrop_path,
      // An empty list does not mean that there are no parts.
      parts_total: parts.length || null,
    },
    parts,
    images: raw.images,
    translations: raw.translations,
    incomplete: warnings.incomplete_parts,
  };
}

/** By release date, undated parts last, ties in the provider's order: it does not sort by date itself. */
function rankParts(parts: ProviderCollectionPart[]): NormalizedCollection["parts"] {
  const distinct = [...new Map(parts.map((part) => [part.external_id, part])).values()];
  const ranked = distinct.toSorted((a, b) => compareDates(a.release_date, b.release_date));
  return ranked.map(({ external_id }, index) => ({ external_id, position: index + 1 }));
}
