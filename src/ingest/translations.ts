import type { SQL } from "drizzle-orm";
import { childrenStatement } from "~/db/children";
import { translations } from "~/db/schema";
import type { LocalizedEpisode } from "~/provider/localized-episodes";
import type { ProviderTranslation } from "~/provider/parts/translations";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";

type Owner = { owner_kind: TranslatedKind; owner_id: string };

/**
 * The statement that makes the translations of one record equal to the provider's list. Without a list, and
 * with an empty one, it is left out: stored translations stay. Of several for one language and country the
 * first one counts. `keep`: the list is known to be incomplete.
 */
export const translationStatement = (
  owner: Owner,
  listed: readonly ProviderTranslation[] | null,
  { keep, fresh = false }: { keep: boolean; fresh?: boolean },
): SQL | undefined =>
  childrenStatement(
    translations,
    { owner: ["owner_id"], key: ["language", "country"], keep, fresh },
    (listed ?? []).map((translation) => ({ ...owner, ...translation })),
  );

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
    { owner: ["owner_id"], key: ["language", "country"], keep: true },
    localized.flatMap(({ episode_number, ...translation }) => {
      const owner_id = ids.get(episode_number)?.id;
      return owner_id === undefined ? [] : [{ owner_kind: "episode", owner_id, ...translation }];
    }),
  );
