import reference from "~/demo/reference.json" with { type: "json" };
import type { Translations } from "~/demo/schema/translations";
import translationsFile from "~/demo/translations.json" with { type: "json" };
import type { Body } from "./body";

const translations: Translations = translationsFile;
type Kind = Exclude<keyof Translations, "episodes">;

/** What the provider sends for each kind where nothing is translated. */
const untranslated: Record<Kind, Body> = {
  movie: { homepage: "", overview: "", runtime: 0, tagline: "", title: "" },
  series: { name: "", overview: "", homepage: "", tagline: "" },
  season: { name: "", overview: "" },
  collection: { title: "", overview: "", homepage: "" },
  person: { biography: "", name: "" },
};

/** The part `translations` of a record. As at the provider, English is in it and says nothing of its own. */
export function translationsPart(kind: Kind, id: number): Body {
  const texts: Record<string, Body> = translations[kind][String(id)] ?? {};
  const rows = Object.entries({ "en-US": {}, ...texts }).map(([tag, data]) => {
    const [code = "", country = ""] = tag.split("-");
    const language = reference.languages.find((each) => each.code === code);
    return {
      iso_3166_1: country,
      iso_639_1: code,
      name: language?.name ?? "",
      english_name: language?.english_name ?? "",
      data: { ...untranslated[kind], ...data },
    };
  });
  return { translations: rows };
}

/** "Episode" where the provider names an episode without a title in that language. */
const episodeWords: Record<string, string> = {
  de: "Folge",
  es: "Episodio",
  fr: "Épisode",
  it: "Episodio",
  pt: "Episódio",
  ru: "Эпизод",
};

/** The name of an episode in a language: its translation, or a placeholder. */
export function localizedEpisodeName(season_id: number, number: number, tag: string): string {
  const names = translations.episodes[String(season_id)] ?? {};
  const language = tag.slice(0, 2);
  const ofLanguage = Object.keys(names).find((each) => each.startsWith(language));
  return (
    (names[tag] ?? names[ofLanguage ?? ""])?.[number - 1] ||
    `${episodeWords[language] ?? "Episode"} ${number}`
  );
}
