import certifications from "~/demo/certifications.json" with { type: "json" };
import reference from "~/demo/reference.json" with { type: "json" };
import type { Body } from "./body";

/** The age ratings of movies or series by country, each with its place from the mildest on. */
export function certificationList(kind: "movie" | "tv"): Body {
  const countries = Object.entries(certifications[kind]).map(([country, rows]) => [
    country,
    rows.map((row, index) => ({ ...row, order: index + 1 })),
  ]);
  return { certifications: Object.fromEntries(countries) };
}

/** Countries as {iso_3166_1, english_name, native_name}; the demo knows their English names only. */
export const countryList = (): Body[] =>
  reference.countries.map(({ code, name }) => ({
    iso_3166_1: code,
    english_name: name,
    native_name: name,
  }));

export const languageList = (): Body[] =>
  reference.languages.map(({ code, english_name, name }) => ({
    iso_639_1: code,
    english_name,
    name,
  }));

/** The countries whose offers the demo knows. */
const regions = ["BR", "DE", "ES", "FR", "GB", "US"];

export const regionList = (): Body => ({
  results: countryList().filter(({ iso_3166_1 }) => regions.includes(String(iso_3166_1))),
});

/** All watch providers of the demo, in its order, which is also that of each country. */
export const watchProviderList = (): Body => ({
  results: reference.watch_providers.map(({ id, name }, display_priority) => ({
    display_priorities: Object.fromEntries(regions.map((code) => [code, display_priority])),
    display_priority,
    logo_path: `/demo-watch-${id}-logo.png`,
    provider_id: id,
    provider_name: name,
  })),
});

/** The page of a change list with these ids; a page has 100. */
export function changePage(ids: readonly number[], page: number): Body {
  const size = 100;
  const results = ids.slice((page - 1) * size, page * size);
  return {
    results: results.map((id) => ({ id, adult: false, softcore: false })),
    page,
    total_pages: Math.ceil(ids.length / size),
    total_results: ids.length,
  };
}
