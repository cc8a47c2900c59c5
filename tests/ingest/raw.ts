import { isObject, type Json } from "../support/bodies/overrides";

/** Reads raw bodies independently: it shares no code with the provider's readers. */

type Row = Record<string, unknown>;

/** The objects of the list at a path of keys; [] if there is none. */
export function rows(body: unknown, ...keys: string[]): Row[] {
  const found = keys.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), body);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** The number of distinct values. */
export const different = (values: readonly unknown[]): number => new Set(values).size;

export const text = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

export const day = (value: unknown): string | null => text(value)?.slice(0, 10) ?? null;

const ids = (list: Row[], key = "id") => different(list.map((row) => row[key]));
const named = (row: Row) => Number.isInteger(row.id) && text(row.name) !== null;

/** Credits of a person that has an id, each credit id once. */
export const credits = (list: Row[]): number => ids(list.filter(named), "credit_id");

/** Aggregated credits: one for each role or job. */
export const nested = (list: Row[], key: "roles" | "jobs"): number =>
  ids(
    list.filter(named).flatMap((row) => rows(row, key)),
    "credit_id",
  );

const pairs: Record<string, string[]> = {
  "Action & Adventure": ["Action", "Adventure"],
  "Sci-Fi & Fantasy": ["Science Fiction", "Fantasy"],
  "War & Politics": ["War"],
  Kids: ["Family"],
  News: ["Documentary"],
  Soap: ["Drama"],
  Talk: [],
};

/** Our genres of a body, by the provider's own English list: names in bodies can be translated. */
export const genreNames = (body: Json, english: ReadonlyMap<unknown, string>): string[] =>
  [
    ...new Set(
      rows(body, "genres")
        .map(({ id }) => english.get(id) ?? "")
        .flatMap((name) => pairs[name] ?? [name]),
    ),
  ].sort();

export const keywords = (body: Json): number =>
  ids([...rows(body, "keywords", "keywords"), ...rows(body, "keywords", "results")]);

export const alternateTitles = (body: Json): number =>
  [...rows(body, "alternative_titles", "titles"), ...rows(body, "alternative_titles", "results")]
    .map(({ title }) => text(title))
    .filter((title) => title !== null).length;

export const companies = (body: Json, list: string): number => ids(rows(body, list));

export const videos = (body: Json): number => ids(rows(body, "videos", "results"));

/** Images by path and language, including the one that the title itself names. */
export function images(body: Json, list: string, primary?: unknown): number {
  const found = rows(body, "images", list).map(
    ({ file_path, iso_639_1 }) => `${file_path} ${iso_639_1 || "xx"}`,
  );
  const known = found.some((image) => image.startsWith(`${primary} `));
  return different(found) + (typeof primary === "string" && !known ? 1 : 0);
}

export const releaseDates = (body: Json): number =>
  rows(body, "release_dates", "results").flatMap((region) => rows(region, "release_dates")).length;

/** Offers by country, kind of payment and watch provider. */
export function offers(body: Json): number {
  const part = body["watch/providers"];
  const results = isObject(part) && isObject(part.results) ? part.results : {};
  return Object.values(results)
    .flatMap((country) =>
      ["flatrate", "free", "ads", "rent", "buy"].map((kind) =>
        ids(rows(country, kind), "provider_id"),
      ),
    )
    .reduce((sum, count) => sum + count, 0);
}
