import { itemsOf, partsOf } from "~/demo/rows";
import { companyRows, networkRows } from "./companies";
import { genreRows } from "./genres";
import { keywordRows } from "./keywords";
import { watchProviderRows } from "./watch-providers";

export type NamedRow = { id: number; name: string };
export type CompanyRow = NamedRow & { country: string };

function namedRows(text: string): Map<string, NamedRow> {
  return new Map(
    itemsOf(text).map((item) => {
      const { id, name = "" } = partsOf(item, /^(?<id>\d+) (?<name>.+)$/);
      return [name, { id: Number(id), name }];
    }),
  );
}

function companiesIn(text: string): Map<string, CompanyRow> {
  return new Map(
    itemsOf(text).map((item) => {
      const row = partsOf(item, /^(?<id>\d+) (?<name>.+?)(?: \((?<country>[A-Z]{2})\))?$/);
      const name = row.name ?? "";
      return [name, { id: Number(row.id), name, country: row.country ?? "" }];
    }),
  );
}

export const genres = namedRows(genreRows);
export const keywords = namedRows(keywordRows);
export const companies = companiesIn(companyRows);
export const networks = companiesIn(networkRows);

/** Watch providers by id: two of them carry one name. */
export const watchProviders: ReadonlyMap<number, NamedRow> = new Map(
  itemsOf(watchProviderRows).map((item) => {
    const { id, name = "" } = partsOf(item, /^(?<id>\d+) (?<name>.+)$/);
    return [Number(id), { id: Number(id), name }];
  }),
);
