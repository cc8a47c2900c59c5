import {
  companyNamed,
  countryOf,
  genreNamed,
  keywordNamed,
  languageOf,
  networkNamed,
} from "~/demo/names";
import type { Company } from "~/demo/schema/reference";
import type { Body } from "./body";

/** Genres as {id, name}. */
export function genresOf(names: readonly string[]): Body[] {
  return names.map(genreNamed);
}

/** Bare genre ids, as list items carry them. */
export function genreIdsOf(names: readonly string[]): number[] {
  return names.map((name) => genreNamed(name).id);
}

/** Keywords as {id, name}. */
export function keywordsOf(names: readonly string[] = []): Body[] {
  return names.map(keywordNamed);
}

/** A company in brief. Only small ids have a logo, because the provider often has none. */
export function companySummary(company: Company, kind: "company" | "network"): Body {
  const { id, name, country = "" } = company;
  const logo = id < 100 ? `/demo-${kind}-${id}-logo.png` : null;
  return { id, logo_path: logo, name, origin_country: country };
}

/** Production companies in brief. */
export function companiesOf(names: readonly string[] = []): Body[] {
  return names.map((name) => companySummary(companyNamed(name), "company"));
}

/** Networks in brief; their ids are independent of those of companies. */
export function networksOf(names: readonly string[]): Body[] {
  return names.map((name) => companySummary(networkNamed(name), "network"));
}

/** Production countries as {iso_3166_1, name}. */
export function countriesOf(codes: readonly string[]): Body[] {
  return codes.map((code) => ({ iso_3166_1: code, name: countryOf(code).name }));
}

/** Spoken languages: the demo knows the original one. */
export function languagesOf(code: string): Body[] {
  const { english_name, name } = languageOf(code);
  return [{ english_name, iso_639_1: code, name }];
}
