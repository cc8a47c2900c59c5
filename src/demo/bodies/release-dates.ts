import { dateOf } from "~/demo/calendar";
import { itemsOf, partsOf } from "~/demo/rows";
import type { Body } from "./body";

/** Release dates by country from "US 3 1999-03-31 [R] (note)" rows; a type may stand several times in a country. */
export function releaseDates(text: string, today: string): Body {
  const countries = new Map<string, Body[]>();
  for (const item of itemsOf(text)) {
    const row = partsOf(
      item,
      /^(?<country>[A-Z]{2}) (?<type>[1-6]) (?<date>\S+)(?: \[(?<mark>.*?)\])?(?: \((?<note>.*)\))?$/,
    );
    const rows = countries.get(row.country ?? "") ?? [];
    rows.push({
      certification: row.mark ?? "",
      descriptors: [],
      iso_639_1: "",
      note: row.note ?? "",
      release_date: `${dateOf(row.date ?? "", today)}T00:00:00.000Z`,
      type: Number(row.type),
    });
    countries.set(row.country ?? "", rows);
  }
  return {
    results: [...countries].map(([country, rows]) => ({
      iso_3166_1: country,
      release_dates: rows,
    })),
  };
}
