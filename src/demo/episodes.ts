import { dateOf, dayAfter } from "./calendar";
import { itemsOf, partsOf } from "./rows";
import type { SeasonFacts, SeriesFacts } from "./series-facts";

/** One episode worked out of its season's facts; the date is null when nobody knows it yet. */
export type EpisodeFacts = {
  id: number;
  number: number;
  name: string;
  director: string | null;
  airDate: string | null;
};

/** Far above the provider's episode ids, so that none of theirs is taken. */
const firstEpisodeId = 1_000_000_000;

/** The episodes of a season in their order. */
export function episodesOf(season: SeasonFacts, today: string): EpisodeFacts[] {
  const start = dateOf(season.from, today);
  return itemsOf(season.episodes).map((item, index) => {
    const row = partsOf(
      item,
      /^(?<name>.+?)(?: @(?<date>[\d-]+))?(?: \(by (?<director>[^()]+)\))?$/,
    );
    const counted = start === "" ? null : dayAfter(start, index * season.every);
    return {
      id: firstEpisodeId + season.id * 100 + index + 1,
      number: index + 1,
      name: row.name ?? "",
      director: row.director ?? null,
      airDate: row.date ?? counted,
    };
  });
}

/** The seasons with a number of their own: specials do not count. */
export function regularSeasons(series: SeriesFacts): SeasonFacts[] {
  return series.seasons.filter((season) => season.number > 0);
}

/** The date of a series' first episode, "" when unknown. */
export function firstAirDate(series: SeriesFacts, today: string): string {
  return dateOf(regularSeasons(series)[0]?.from ?? "", today);
}

/** Guest rows of a season: who, as whom, and in which episodes. */
export function guestsOf(
  season: SeasonFacts,
): { name: string; character: string; episodes: number[] }[] {
  return itemsOf(season.guests).map((item) => {
    const row = partsOf(item, /^(?<episodes>(?:\d+ )+)(?<name>[^:]+):\s?(?<character>.*)$/);
    return {
      name: row.name ?? "",
      character: row.character ?? "",
      episodes: (row.episodes ?? "").trim().split(" ").map(Number),
    };
  });
}
