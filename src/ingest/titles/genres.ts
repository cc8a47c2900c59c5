import type { ProviderLabel } from "~/provider/parts/labels";
import type { Warnings } from "~/provider/reading/warnings";
import { type GenreName, genres } from "~/vocabulary";

/** What each of the provider's genres is among ours (M31); a pair is two genres, Talk is none. */
const ours: ReadonlyMap<number, readonly GenreName[]> = new Map<number, readonly GenreName[]>([
  [12, ["Adventure"]],
  [14, ["Fantasy"]],
  [16, ["Animation"]],
  [18, ["Drama"]],
  [27, ["Horror"]],
  [28, ["Action"]],
  [35, ["Comedy"]],
  [36, ["History"]],
  [37, ["Western"]],
  [53, ["Thriller"]],
  [80, ["Crime"]],
  [99, ["Documentary"]],
  [878, ["Science Fiction"]],
  [9648, ["Mystery"]],
  [10402, ["Music"]],
  [10749, ["Romance"]],
  [10751, ["Family"]],
  [10752, ["War"]],
  [10759, ["Action", "Adventure"]],
  [10762, ["Family"]],
  [10763, ["Documentary"]],
  [10764, ["Reality"]],
  [10765, ["Science Fiction", "Fantasy"]],
  [10766, ["Drama"]],
  [10767, []],
  [10768, ["War"]],
  [10770, ["TV Movie"]],
]);

const idOf: ReadonlyMap<GenreName, string> = new Map(genres.map(({ id, name }) => [name, id]));

/** Ids of our genres in the provider's order, each once; null when the provider sent no genres. */
export function normalizeGenres(
  labels: ProviderLabel[] | null,
  warnings: Warnings,
): string[] | null {
  if (labels === null) return null;
  const names = labels.flatMap((label) => {
    const known = ours.get(label.external_id);
    if (known === undefined) {
      warnings.add("genres", `the provider's genre ${label.external_id} is not one we know`);
    }
    return known ?? [];
  });
  return [...new Set(names)].map((name) => idOf.get(name) ?? "");
}
