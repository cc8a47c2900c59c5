import { moviesById, peopleById, seriesById } from "~/demo/catalog";
import type { Body } from "./body";
import { movieListItem, seriesListItem } from "./list-item";
import { personBody } from "./person";

/** What carries an id of IMDb or TheTVDB: always five lists, all empty where the demo knows nothing. */
export function findBody(source: string | undefined, value: string, today: string): Body {
  const isImdb = source === "imdb_id";
  const movies = [...moviesById.values()].filter(({ imdb_id }) => isImdb && imdb_id === value);
  const series = [...seriesById.values()].filter(({ imdb_id, tvdb_id }) =>
    isImdb ? imdb_id === value : source === "tvdb_id" && String(tvdb_id) === value,
  );
  const people = [...peopleById.values()].filter(
    ({ details }) => isImdb && details?.imdb_id === value,
  );
  return {
    movie_results: movies.map(({ id }) => movieListItem(id, today)),
    person_results: people.map((person) => ({
      ...personBody(person, new Set()),
      media_type: "person",
      known_for: [],
    })),
    tv_results: series.map(({ id }) => seriesListItem(id, today)),
    tv_episode_results: [],
    tv_season_results: [],
  };
}
