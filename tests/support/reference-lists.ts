import { offerRow } from "./bodies/parts";
import type { StandIn } from "./provider";

const certificates = (names: readonly string[]) =>
  names.map((certification, index) => ({
    certification,
    meaning: `What may be seen at ${certification}.`,
    order: index + 1,
  }));

const movieCertifications = {
  US: certificates(["NR", "G", "PG", "PG-13", "R", "NC-17"]),
  DE: certificates(["0", "6", "12", "16", "18"]),
  AU: certificates(["G", "PG", "M", "MA 15+", "R 18+"]),
};
const seriesCertifications = {
  US: certificates(["NR", "TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"]),
  DE: certificates(["0", "6", "12", "16", "18"]),
};

const countries = [
  { iso_3166_1: "AU", english_name: "Australia", native_name: "Australia" },
  { iso_3166_1: "DE", english_name: "Germany", native_name: "Deutschland" },
  { iso_3166_1: "US", english_name: "United States of America", native_name: "United States" },
];
/** The provider spells no own name as "". */
const languages = [
  { iso_639_1: "en", english_name: "English", name: "English" },
  { iso_639_1: "de", english_name: "German", name: "Deutsch" },
  { iso_639_1: "kw", english_name: "Cornish", name: "" },
  { iso_639_1: "xx", english_name: "No Language", name: "No Language" },
];

const catalog = (ids: readonly number[]) => ({
  results: ids.map((id) => offerRow(id, { display_priorities: { US: id, DE: id } })),
});

/**
 * Gives a stand-in the lists that are about no title: certifications of both kinds, countries, languages,
 * watch providers of both kinds and their regions. `serve` replaces one of them.
 */
export function serveReferenceLists(provider: StandIn): void {
  provider
    .serve("/certification/movie/list", { certifications: movieCertifications })
    .serve("/certification/tv/list", { certifications: seriesCertifications })
    .serve("/configuration/countries", countries)
    .serve("/configuration/languages", languages)
    .serve("/watch/providers/regions", { results: countries })
    .serve("/watch/providers/movie", catalog([1, 2, 3, 4]))
    .serve("/watch/providers/tv", catalog([1, 3]));
}
