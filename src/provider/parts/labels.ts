import { bounds, lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** A genre or keyword: the provider's id and the name. */
export type ProviderLabel = { external_id: number; name: string };

/** A language spoken in a title; `name` is in that language. */
export type ProviderSpokenLanguage = {
  language: string;
  name: string | null;
  english_name: string | null;
};

/** Reads one `{id, name}`. */
export function readLabel(item: Fields): ProviderLabel | null {
  const external_id = item.id("id");
  if (external_id === null) return item.drop("id");
  const name = item.name("name", lengths.shared_name);
  return name === null ? item.drop("name") : { external_id, name };
}

/** The appended `keywords`: under `keywords` for movies and under `results` for series. */
export function readKeywords(body: Fields): ProviderLabel[] | null {
  const part = body.object("keywords");
  return (
    part?.list("keywords", readLabel, bounds.keywords) ??
    part?.list("results", readLabel, bounds.keywords) ??
    null
  );
}

/** Reads one row of `spoken_languages`. */
export function readSpokenLanguage(item: Fields): ProviderSpokenLanguage | null {
  const language = item.language("iso_639_1");
  if (language === null) return item.drop("iso_639_1");
  return { language, name: item.name("name"), english_name: item.name("english_name") };
}

/** Reads one row of `production_countries`. */
export function readCountry(item: Fields): string | null {
  return item.country("iso_3166_1") ?? item.drop("iso_3166_1");
}
