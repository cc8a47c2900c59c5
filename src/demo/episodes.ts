import { dateOf, dayAfter } from "./calendar";
import type { Season, Series } from "./schema/series";

/** An episode of a season; the date is null while it is unknown. */
export type Episode = {
  id: number;
  number: number;
  name: string;
  director: string | null;
  airDate: string | null;
};

/** Far above the provider's episode ids, so that they cannot collide. */
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

/** The seasons without the specials. */
export function regularSeasons(series: Series): Season[] {
  return series.seasons.filter((season) => season.number > 0);
}

/** The date of the first episode of a series, "" if unknown. */
export function firstAirDate(series: Series, today: string): string {
  return dateOf(regularSeasons(series)[0]?.first_air_date, today);
}
