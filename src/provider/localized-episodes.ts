import { bounds, EPISODE_NUMBER_MAX, lengths } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { ProviderError } from "./http/errors";
import type { ProviderTranslation } from "./parts/translations";
import { isPlaceholderTitle } from "./placeholder-titles";
import type { Fields } from "./reading/fields";

/** What an episode is called and how it is described in one language. */
export type LocalizedEpisode = ProviderTranslation & { episode_number: number };

/** Where {@link withLanguages} puts the answers in other languages; no key of the provider's own. */
const KEY = "in_other_languages";

/**
 * The season at `path`, and the same in each of these languages with one more call, as one response: its body
 * has those answers by language, and its hash is that of all. A language in which there is no such season is
 * left out.
 */
export async function withLanguages(
  provider: Provider,
  path: string,
  season: ProviderResponse,
  languages: readonly string[],
): Promise<ProviderResponse> {
  const others: (readonly [string, ProviderResponse])[] = [];
  for (const language of languages) {
    const other = await getInLanguage(provider, path, language);
    if (other !== undefined) others.push([language, other]);
  }
  const hashes = others.map(([language, { payload_hash }]) => `${language} ${payload_hash}`);
  const all = [season.payload_hash, ...hashes].join("\n");
  return {
    endpoint: season.endpoint,
    payload_hash: others.length === 0 ? season.payload_hash : Bun.SHA256.hash(all, "hex"),
    body: () => ({
      ...season.body(),
      [KEY]: Object.fromEntries(others.map(([language, other]) => [language, other.body()])),
    }),
  };
}

/** Undefined if the provider has nothing there, which says nothing about the season itself. */
async function getInLanguage(
  provider: Provider,
  path: string,
  language: string,
): Promise<ProviderResponse | undefined> {
  try {
    return await provider.get(path, { language });
  } catch (error) {
    if (error instanceof ProviderError && error.code === "provider_not_found") return undefined;
    throw error;
  }
}

/** The episodes of the answers in other languages. A placeholder such as "Épisode 8" is no title. */
export function readLocalizedEpisodes(season: Fields): LocalizedEpisode[] {
  const answers = season.object(KEY)?.entries((tag, answer) => {
    const [language = "", country = ""] = tag.split("-");
    const read = (item: Fields) => readEpisode(item, language, country);
    return answer.list("episodes", read, bounds.episodes);
  });
  return (answers ?? []).flat();
}

function readEpisode(item: Fields, language: string, country: string): LocalizedEpisode | null {
  const episode_number = item.integer("episode_number", { max: EPISODE_NUMBER_MAX });
  if (episode_number === null) return item.drop("episode_number");
  const title = item.name("name");
  return {
    episode_number,
    language,
    country,
    title: title !== null && isPlaceholderTitle(title, episode_number) ? null : title,
    overview: item.text("overview", lengths.overview),
    tagline: null,
    homepage: null,
    runtime: null,
  };
}
