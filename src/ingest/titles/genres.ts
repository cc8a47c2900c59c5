import type { ProviderLabel } from "~/provider/parts/labels";
import type { Warnings } from "~/provider/reading/warnings";
import { type GenreName, genres } from "~/vocabulary";

/** Our genres for each genre of the provider: some are two of ours, Talk is none. */
const ourGenres: ReadonlyMap<number, readonly GenreName[]> = new Map<number, readonly GenreName[]>([
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

const genreIds: ReadonlyMap<GenreName, string> = new Map(genres.map(({ id, name }) => [name, id]));

/** Ids of our genres in the provider's order, without repeats; null if the body has no genres. */
export function normalizeGenres(
  labels: ProviderLabel[] | null,
  warnings: Warnings,
): string[] | null {
  if (labels === null) return null;
  const names = labels.flatMap((label) => {
    const known = ourGenres.get(label.external_id);
    if (known === undefined) {
      warnings.add("genres", `the provider's genre ${label.external_id} is not one we know`);
    }
    return known ?? [];
  });
  return [...new Set(names)].map((name) => genreIds.get(name) ?? "");
}
