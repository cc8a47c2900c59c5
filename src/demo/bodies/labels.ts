import { type CompanyRow, companies, genres, keywords, networks } from "~/demo/reference/lookup";
import { countryNames, languageNames } from "~/demo/reference/places";
import { entryOf, itemsOf } from "~/demo/rows";
import type { Body } from "./body";

/** Genres as {id, name}, from a fact row's list of names. */
export function genresOf(text: string): Body[] {
  return itemsOf(text).map((name) => ({ ...entryOf(genres, name) }));
}

/** Bare genre ids, as list items carry them. */
export function genreIdsOf(text: string): number[] {
  return itemsOf(text).map((name) => entryOf(genres, name).id);
}

/** Keywords as {id, name}. */
export function keywordsOf(text: string | undefined): Body[] {
  return itemsOf(text).map((name) => ({ ...entryOf(keywords, name) }));
}

/** A company without its own page; the demo has logos for the oldest ids only, as the provider often has none. */
export function companyBrief(row: CompanyRow, space: "company" | "network"): Body {
  const logo = row.id < 100 ? `/demo-${space}-${row.id}-logo.png` : null;
  return { id: row.id, logo_path: logo, name: row.name, origin_country: row.country };
}

/** Production companies in brief. */
export function companiesOf(text: string | undefined): Body[] {
  return itemsOf(text).map((name) => companyBrief(entryOf(companies, name), "company"));
}

/** Networks in brief; their ids are a space of their own. */
export function networksOf(text: string): Body[] {
  return itemsOf(text).map((name) => companyBrief(entryOf(networks, name), "network"));
}

/** ISO 3166-1 codes of a fact row. */
export function countryCodesOf(text: string): string[] {
  return text.split(" ").filter((code) => code !== "");
}

/** Production countries as {iso_3166_1, name}. */
export function countriesOf(text: string): Body[] {
  return countryCodesOf(text).map((code) => ({
    iso_3166_1: code,
    name: entryOf(countryNames, code),
  }));
}

/** Spoken languages: the demo knows the original one. */
export function languagesOf(code: string): Body[] {
  const [english, own] = entryOf(languageNames, code);
  return [{ english_name: english, iso_639_1: code, name: own }];
}
