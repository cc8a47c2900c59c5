import type { SQL } from "drizzle-orm";
import { childrenStatement } from "~/db/children";
import { translations } from "~/db/schema";
import type { LocalizedEpisode } from "~/provider/localized-episodes";
import type { ProviderTranslation } from "~/provider/parts/translations";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";

type Owner = { owner_kind: TranslatedKind; owner_id: string };

const keys = { owner: ["owner_id"], key: ["language", "country"] };
const values = ["title", "overview", "tagline", "homepage", "runtime"] as const;

const saysSomething = (translation: ProviderTranslation): boolean =>
  values.some((text) => translation[text] !== null);

/**
 * The statement that makes the translations of one record equal to the provider's list. Without a list, and
 * with an empty one, it is left out: stored translations stay. One that says nothing is not stored, but one
 * that is stored stays: absent texts remove nothing. Of several for one language and country the first one
 * that says something counts. `keep`: the list is known to be incomplete.
 */
export function translationStatement(
  owner: Owner,
  listed: readonly ProviderTranslation[] | null,
  { keep, fresh = false }: { keep: boolean; fresh?: boolean },
): SQL | undefined {
  const telling = (listed ?? []).filter(saysSomething);
  const silent = (listed ?? []).filter((translation) => !saysSomething(translation));
  const rows = (fresh ? telling : [...telling, ...silent]).map((row) => ({ ...owner, ...row }));
  return childrenStatement(translations, { ...keys, values, keep, fresh }, rows);
}

/**
 * The statement that adds what the episodes of a season are called in other languages. An episode without a
 * text in one of them keeps what is stored; those that are not in the catalog are left out.
 */
export const episodeTranslationStatement = (
  ids: ReadonlyMap<number, { id: string }>,
  localized: readonly LocalizedEpisode[],
): SQL | undefined =>
  childrenStatement(
    translations,
    { ...keys, keep: true },
    localized.filter(saysSomething).flatMap(({ episode_number, ...translation }) => {
      const owner_id = ids.get(episode_number)?.id;
      return owner_id === undefined ? [] : [{ owner_kind: "episode", owner_id, ...translation }];
    }),
  );
