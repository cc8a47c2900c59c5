import { companiesById, peopleById } from "./catalog";
import reference from "./reference.json" with { type: "json" };
import type { Company } from "./schema/reference";

/** A function that finds a row by its name; it throws if the demo's data has none. */
function finder<T>(rows: Iterable<T>, nameOf: (row: T) => string): (name: string) => T {
  const byName = new Map(Array.from(rows, (row) => [nameOf(row), row]));
  return (name) => {
    const row = byName.get(name);
    if (row === undefined) throw new Error(`The demo does not define "${name}"`);
    return row;
  };
}

const nameOf = (row: { name: string }) => row.name;
const codeOf = (row: { code: string }) => row.code;

export const genreNamed = finder(reference.genres, nameOf);
export const keywordNamed = finder(reference.keywords, nameOf);
export const networkNamed = finder<Company>(reference.networks, nameOf);
export const jobNamed = finder(reference.jobs, nameOf);
export const companyNamed = finder(companiesById.values(), nameOf);
export const personNamed = finder(peopleById.values(), nameOf);
export const countryOf = finder(reference.countries, codeOf);
export const languageOf = finder(reference.languages, codeOf);
