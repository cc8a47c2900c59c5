import { dateOf, dayAfter } from "./calendar";
import type { Season, Series } from "./schema/series";

/** One episode with what its season says about it; the date is null when nobody knows it yet. */
export type Episode = {
  id: number;
  number: number;
  name: string;
  director: string | null;
  airDate: string | null;
};

/** Far above the provider's episode ids, so that none of theirs is taken. */
const firstEpisodeId = 1_000_000_000;

/** The episodes of a season in their order. */
export function episodesOf(season: Season, today: string): Episode[] {
  const start = dateOf(season.first_air_date, today);
  return season.episodes.map(({ name, air_date, director = null }, index) => {
    const counted = start === "" ? null : dayAfter(start, index * season.days_between_episodes);
    return {
      id: firstEpisodeId + season.id * 100 + index + 1,
      number: index + 1,
      name,
      director,
      airDate: air_date ?? counted,
    };
  });
}

/** The seasons with a number of their own: specials do not count. */
export function regularSeasons(series: Series): Season[] {
  return series.seasons.filter((season) => season.number > 0);
}

/** The date of a series' first episode, "" when unknown. */
export function firstAirDate(series: Series, today: string): string {
  return dateOf(regularSeasons(series)[0]?.first_air_date, today);
}
