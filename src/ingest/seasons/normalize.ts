import type { episode_credits, episodes, seasons } from "~/db/schema";
import type { ProviderCast, ProviderCrew, ProviderPersonBrief } from "~/provider/parts/credits";
import type { Warnings } from "~/provider/reading/warnings";
import type { ProviderEpisode, ProviderSeason } from "~/provider/season";

type Credit = Omit<typeof episode_credits.$inferInsert, "id" | "episode_id" | "person_id"> & {
  person: ProviderPersonBrief;
};
type Episode = Omit<typeof episodes.$inferInsert, "id" | "series_id" | "season_id">;

export type NormalizedSeason = {
  season: Omit<typeof seasons.$inferInsert, "id" | "series_id">;
  episodes: { episode: Episode; credits: Credit[] }[];
  /** Whether the episode list lost items to bad data: then none that is stored is removed. */
  incomplete: boolean;
};

/** Provider season in, domain rows out: no clock, no database, no network. */
export function normalizeSeason(raw: ProviderSeason, warnings: Warnings): NormalizedSeason {
  return {
    season: {
      season_number: raw.season_number,
      external_id: raw.external_id,
      title: raw.title,
      overview: raw.overview,
      air_date: raw.air_date,
      poster_path: raw.poster_path,
      vote_average: raw.vote_average,
      // An empty list says nothing about how many there are (M134).
      episode_count: raw.episodes?.length || null,
    },
    episodes: (raw.episodes ?? []).map(normalizeEpisode),
    incomplete: warnings.incomplete_parts.has("episodes"),
  };
}

function normalizeEpisode(raw: ProviderEpisode): NormalizedSeason["episodes"][number] {
  return {
    episode: {
      episode_number: raw.episode_number,
      external_id: raw.external_id,
      title: raw.title,
      overview: raw.overview,
      air_date: raw.air_date,
      runtime: raw.runtime,
      still_path: raw.still_path,
      episode_type: raw.episode_type,
      production_code: raw.production_code,
      vote_average: raw.vote_average,
      vote_count: raw.vote_count,
    },
    credits: [...(raw.guest_stars ?? []).map(guestStar), ...(raw.crew ?? []).map(crewMember)],
  };
}

const guestStar = (credit: ProviderCast, index: number): Credit => ({
  credit_type: "guest_star",
  external_id: credit.credit_id,
  person: credit.person,
  character: credit.character,
  department: null,
  job: null,
  position: credit.order ?? index,
});

const crewMember = (credit: ProviderCrew, index: number): Credit => ({
  credit_type: "crew",
  external_id: credit.credit_id,
  person: credit.person,
  character: null,
  department: credit.department,
  job: credit.job,
  position: index,
});
