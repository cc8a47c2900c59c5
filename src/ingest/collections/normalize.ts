import type { collections } from "~/db/schema";
import type { ProviderCollection, ProviderCollectionPart } from "~/provider/collection";
import type { ProviderImages } from "~/provider/parts/images";
import type { Warnings } from "~/provider/reading/warnings";

export type NormalizedCollection = {
  collection: Omit<typeof collections.$inferInsert, "id">;
  parts: { external_id: number; position: number }[];
  images: ProviderImages | null;
  /** Parts of the body whose lists lost an item to bad data. */
  incomplete: ReadonlySet<string>;
};

/** Provider collection in, domain rows out: no clock, no database, no network. */
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
      // An empty list says nothing about how many there are (M134).
      parts_total: parts.length || null,
    },
    parts,
    images: raw.images,
    incomplete: warnings.incomplete_parts,
  };
}

/** Real bodies list parts out of date order: by release date, undated last, else as they came (M36). */
function rankParts(parts: ProviderCollectionPart[]): NormalizedCollection["parts"] {
  const distinct = [...new Map(parts.map((part) => [part.external_id, part])).values()];
  const ranked = distinct.toSorted((a, b) => compareDates(a.release_date, b.release_date));
  return ranked.map(({ external_id }, index) => ({ external_id, position: index + 1 }));
}

function compareDates(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
