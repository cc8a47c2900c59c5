import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { mergeRecords } from "~/db/merge";
import { episode_credits, episodes, seasons } from "~/db/schema";
import { array, only } from "~/db/sql";
import { imageStatements, type PrimaryImage, primaryImagesStatement } from "~/ingest/artwork";
import type { Upserted } from "~/ingest/pipeline";
import { changedIds, type Ids, idOf, mergePeople } from "~/ingest/shared-records";
import { episodeTranslationStatement, translationStatement } from "~/ingest/translations";
import type { LocalizedEpisode } from "~/provider/localized-episodes";
import type { ProviderPersonBrief } from "~/provider/parts/credits";
import type { ProviderImages } from "~/provider/parts/images";
import type { ProviderTranslation } from "~/provider/parts/translations";
import { namesStatement } from "~/search/names";
import { requireSeries } from "./parent-series";

export type NormalizedEpisodeCredit = Omit<
  typeof episode_credits.$inferInsert,
  "id" | "episode_id" | "person_id"
> & {
  person: ProviderPersonBrief;
};
type Episode = Omit<typeof episodes.$inferInsert, "id" | "series_id" | "season_id">;

export type NormalizedSeason = {
  season: Omit<typeof seasons.$inferInsert, "id" | "series_id">;
  episodes: { episode: Episode; credits: NormalizedEpisodeCredit[] }[];
  /** Whether episodes were left out as unreadable. Stored episodes are then not removed. */
  incomplete: boolean;
  /** Those of the season itself, and whether some of them could not be read. */
  images: { listed: ProviderImages | null; keep: boolean };
  /** Those of the season itself, whether some of them could not be read, and those of its episodes. */
  translations: {
    listed: ProviderTranslation[] | null;
    keep: boolean;
    episodes: LocalizedEpisode[];
  };
};

/** Upserts one season with its episodes and their credits. Its series must be in the catalog. */
export async function upsertSeason(
  tx: Db,
  series_external_id: number,
  normalized: NormalizedSeason,
): Promise<Upserted> {
  const people = await mergePeople(
    tx,
    normalized.episodes.flatMap(({ credits }) => credits.map((credit) => credit.person)),
  );
  const series_id = await requireSeries(tx, series_external_id);
  const hasEpisodes = normalized.episodes.length > 0;
  const season = only(
    await mergeRecords(
      tx,
      seasons,
      ["series_id", "season_number"],
      [
        {
          id: uuidv7(),
          series_id,
          ...normalized.season,
          ...(hasEpisodes && { episodes_ingested: true }),
          missing_at: null,
        },
      ],
      {
        lock: true,
        replace: ["missing_at"],
        fill: normalized.incomplete ? ["episode_count"] : [],
      },
    ),
  );
  const ids = await mergeEpisodes(tx, { series_id, season_id: season.id }, normalized);
  await reconcileChildren(
    tx,
    episode_credits,
    { owner: ["episode_id", "credit_type"], key: ["external_id"], keep: normalized.incomplete },
    normalized.episodes.flatMap(({ episode, credits }) =>
      credits.map(({ person, ...credit }) => ({
        id: uuidv7(),
        episode_id: idOf(ids, episode.episode_number),
        ...credit,
        person_id: idOf(people, person.external_id),
      })),
    ),
  );
  const owner = { owner_kind: "season", owner_id: season.id } as const;
  const own: PrimaryImage[] = [
    { ...owner, type: "poster", file_path: normalized.season.poster_path },
  ];
  const { images, translations } = normalized;
  return {
    entity_id: season.id,
    outcome: season.outcome === "created" ? "created" : "updated",
    statements: [
      ...imageStatements(owner, images.listed, own, { keep: images.keep }),
      primaryImagesStatement([...own, ...stillsOf(ids, normalized)]),
      translationStatement(owner, translations.listed, { keep: translations.keep }),
      episodeTranslationStatement(ids, translations.episodes),
      namesStatement(changedIds(people)),
    ],
  };
}

/** Removes episodes that a complete list no longer names. Absent values keep what is stored. */
async function mergeEpisodes(
  tx: Db,
  season: { series_id: string; season_id: string },
  { episodes: rows, incomplete }: NormalizedSeason,
): Promise<Ids> {
  const merged = await mergeRecords(
    tx,
    episodes,
    ["season_id", "episode_number"],
    rows.map(({ episode }) => ({ id: uuidv7(), ...season, ...episode })),
  );
  if (rows.length > 0 && !incomplete) {
    const listed = array(
      rows.map(({ episode }) => episode.episode_number),
      "int",
    );
    await tx.execute(sql`
      with gone as (
        delete from episodes
        where season_id = ${season.season_id} and episode_number <> all(${listed}) returning id
      )
      delete from artwork using gone where owner_kind = 'episode' and owner_id = gone.id`);
  }
  return new Map(merged.map((record) => [Number(record.episode_number), record]));
}

const stillsOf = (ids: Ids, { episodes: rows }: NormalizedSeason): PrimaryImage[] =>
  rows.map(({ episode }) => ({
    owner_kind: "episode",
    owner_id: idOf(ids, episode.episode_number),
    type: "still",
    file_path: episode.still_path,
  }));
