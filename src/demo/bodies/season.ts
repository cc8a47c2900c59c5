import { dateOf } from "~/demo/calendar";
import { type Episode, episodesOf } from "~/demo/episodes";
import { fractionOf, hexIdOf, voteCountOf } from "~/demo/numbers";
import type { Season, Series } from "~/demo/schema/series";
import { type Body, withParts } from "./body";
import { creditedPerson, creditIdOf } from "./credits";
import { pathOf, postersAndBackdrops } from "./images";
import { networksOf } from "./labels";
import { videoRows } from "./title-parts";
import { localizedEpisodeName, translationsPart } from "./translations";

function titleOf(season: Season): string {
  return season.name ?? `Season ${season.number}`;
}

function seasonScore(series: Series, season: Season, today: string): number {
  const start = dateOf(season.first_air_date, today);
  return season.number === 0 || start === "" || start > today ? 0 : series.vote_average;
}

/** A season as the body of its series lists it. */
export function seasonSummary(series: Series, season: Season, today: string): Body {
  return {
    air_date: dateOf(season.first_air_date, today) || null,
    episode_count: season.episodes.length,
    id: season.id,
    name: titleOf(season),
    overview: season.overview ?? "",
    poster_path: pathOf(`season-${season.id}`, "poster", series.art),
    season_number: season.number,
    vote_average: seasonScore(series, season, today),
  };
}

/** An episode without its people, as in `last_episode_to_air` and `next_episode_to_air`. */
export function episodeSummary(
  series: Series,
  season: Season,
  episode: Episode,
  today: string,
): Body {
  const aired = episode.airDate !== null && episode.airDate <= today;
  const name = `episode ${episode.id}`;
  const score = aired ? Math.round((series.vote_average - 0.5 + fractionOf(name)) * 10) / 10 : 0;
  const last = episode.number === season.episodes.length;
  return {
    air_date: episode.airDate,
    episode_number: episode.number,
    episode_type: last && season.number > 0 ? "finale" : "standard",
    id: episode.id,
    name: episode.name,
    overview: "",
    production_code: "",
    runtime: season.runtime ?? null,
    season_number: season.number,
    show_id: series.id,
    still_path: null,
    vote_average: score,
    vote_count: voteCountOf(name, score, 400),
  };
}

function episodeCrew(episode: Episode): Body[] {
  if (episode.director === null) {
    return [];
  }
  const credit = creditIdOf(`episode ${episode.id}`, episode.director, "Director");
  return [
    {
      department: "Directing",
      job: "Director",
      credit_id: credit,
      ...creditedPerson(episode.director),
    },
  ];
}

function guestRows(series: Series, season: Season, episode: Episode): Body[] {
  return (season.guests ?? [])
    .filter((guest) => guest.episodes.includes(episode.number))
    .map((guest, index) => ({
      character: guest.character,
      credit_id: creditIdOf(`series-${series.id}`, guest.name, guest.character),
      order: 500 + index,
      ...creditedPerson(guest.name),
    }));
}

/**
 * The body of /3/tv/{id}/season/{n} with the requested parts; a guest keeps one credit id in all episodes.
 * With a `language` other than English, its episodes are named in it.
 */
export function seasonBody(
  series: Series,
  season: Season,
  today: string,
  parts: ReadonlySet<string>,
  language = "en-US",
): Body {
  const named = (episode: Episode) =>
    language.startsWith("en")
      ? episode
      : { ...episode, name: localizedEpisodeName(season.id, episode.number, language) };
  const { episode_count: _, ...stub } = seasonSummary(series, season, today);
  const body = {
    _id: hexIdOf(`season ${season.id}`),
    ...stub,
    episodes: episodesOf(season, today)
      .map(named)
      .map((episode) => ({
        ...episodeSummary(series, season, episode, today),
        crew: episodeCrew(episode),
        guest_stars: guestRows(series, season, episode),
      })),
    networks: networksOf(series.networks),
  };
  return withParts(
    body,
    {
      external_ids: () => ({
        freebase_mid: null,
        freebase_id: null,
        tvdb_id: null,
        tvrage_id: null,
        wikidata_id: "",
      }),
      images: () => ({ posters: postersAndBackdrops(`season-${season.id}`, series.art).posters }),
      translations: () => translationsPart("season", season.id),
      videos: () => ({ results: videoRows(`season-${season.id}`, season.videos) }),
    },
    parts,
  );
}
