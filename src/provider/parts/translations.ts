import { bounds, lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** What a record is called and how it is described in one language and country. */
export type ProviderTranslation = {
  /** ISO 639-1 in lower case. */
  language: string;
  /** ISO 3166-1 in capitals; '' if the translation is of a language alone. */
  country: string;
  /** Also the name of a series, season or collection. Names of people are not translated. */
  title: string | null;
  /** Also the biography of a person. */
  overview: string | null;
  tagline: string | null;
  homepage: string | null;
  /** Minutes; never 0. */
  runtime: number | null;
};

type Texts = Omit<ProviderTranslation, "language" | "country">;

/** The appended `translations`; null if the body has no such part. Some say nothing: all of their texts are null. */
export const readTranslations = (body: Fields): ProviderTranslation[] | null =>
  readPart(body, (data) => ({
    title: data.name("title") ?? data.name("name"),
    overview: data.text("overview", lengths.overview),
    tagline: data.text("tagline", lengths.overview),
    homepage: data.webAddress("homepage"),
    runtime: data.integer("runtime") || null,
  }));

/** The same for a person, of whom only the biography is translated. */
export const readBiographies = (body: Fields): ProviderTranslation[] | null =>
  readPart(body, (data) => ({
    title: null,
    overview: data.text("biography"),
    tagline: null,
    homepage: null,
    runtime: null,
  }));

function readPart(body: Fields, readTexts: (data: Fields) => Texts): ProviderTranslation[] | null {
  const read = (item: Fields) => readTranslation(item, readTexts);
  return body.object("translations")?.list("translations", read, bounds.translations) ?? null;
}

function readTranslation(
  item: Fields,
  readTexts: (data: Fields) => Texts,
): ProviderTranslation | null {
  const language = item.language("iso_639_1")?.toLowerCase();
  if (language?.length !== 2) return item.drop("iso_639_1");
  const hasCountry = item.text("iso_3166_1") !== null;
  const country = hasCountry ? item.country("iso_3166_1") : "";
  if (country === null) return item.drop("iso_3166_1");
  const data = item.object("data");
  return data === null ? item.drop("data") : { language, country, ...readTexts(data) };
}
