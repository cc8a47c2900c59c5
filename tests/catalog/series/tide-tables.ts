import type { SeriesDetail } from "~/catalog/series/model";
import type { SeriesSummary } from "~/catalog/titles/summaries";
import { genre, moment, publicId } from "../ids";
import { offerings } from "../rows";

export const id = publicId("series", 1399);
const path = `/api/v1/series/${id}`;

const person = (n: number, name: string) => ({
  id: publicId("person", n),
  name,
  profile_path: `/person${n}.jpg`,
  known_for_department: "Acting",
});
export const ada = person(0x50, "Ada");
export const ben = person(0x51, "Ben");

const stub = (n: number, season_number: number, title: string | null) => ({
  id: publicId("season", n),
  kind: "season" as const,
  series_id: id,
  season_number,
  title,
  overview: null,
  air_date: null,
  poster_path: null,
  episode_count: null,
  episodes_ingested: false,
  vote_average: null,
});
export const seasons = [
  stub(0x60, 0, "Specials"),
  {
    ...stub(0x61, 1, "Ebb"),
    overview: "The water leaves.",
    air_date: "2024-01-05",
    poster_path: "/ebb.jpg",
    episode_count: 2,
    episodes_ingested: true,
    vote_average: 8.1,
  },
  stub(0x62, 2, null),
];

const unknownEpisode = {
  overview: null,
  air_date: null,
  runtime: null,
  still_path: null,
  episode_type: null,
};
const episode = (n: number, episode_number: number) => ({
  id: publicId("episode", n),
  kind: "episode" as const,
  series_id: id,
  season_id: publicId("season", 0x61),
  season_number: 1,
  episode_number,
  title: null,
  ...unknownEpisode,
  production_code: null,
  vote_average: null,
  vote_count: null,
  external_ids: { tmdb: null as number | null },
});
export const episodes = [
  {
    ...episode(0x71, 1),
    title: "Low Water",
    overview: "It begins.",
    air_date: "2024-01-05",
    runtime: 48,
    still_path: "/low.jpg",
    episode_type: "standard",
    production_code: "101",
    vote_average: 7.9,
    vote_count: 40,
    external_ids: { tmdb: 63056 },
  },
  episode(0x70, 2),
];

export const credits: SeriesDetail["credits"] = {
  cast: [
    { id: publicId("credit", 0x81), person: ben, character: "Mara", order: 0, episode_count: 12 },
    { id: publicId("credit", 0x80), person: ada, character: null, order: 3, episode_count: null },
  ],
  crew: [{ id: publicId("credit", 0x82), person: ben, department: "Writing", job: "Creator" }],
  creators: [{ id: publicId("credit", 0x83), person: ada }],
};

/** What lists show of it. */
export const summary: SeriesSummary = {
  id,
  kind: "series",
  title: "Tide Tables",
  original_title: "Gezeiten",
  original_language: "de",
  overview: "Two towns, one bay.",
  first_air_date: "2024-01-05",
  last_air_date: "2024-01-12",
  year: 2024,
  status: "returning_series",
  number_of_seasons: 2,
  number_of_episodes: 2,
  popularity: 12.5,
  vote_average: 8.2,
  vote_count: 77,
  poster_path: "/t.jpg",
  backdrop_path: "/tb.jpg",
  genres: [genre(7, "Drama")],
  adult: false,
  updated_at: moment,
  removed_at: null,
};

export const mention = {
  season_number: 1,
  episode_number: 2,
  title: "High Water",
  ...unknownEpisode,
};
export const nextMention = {
  ...mention,
  season_number: 2,
  episode_number: 1,
  air_date: "2027-01-01",
};

/** How it looks from outside. */
export const detail: SeriesDetail = {
  ...summary,
  tagline: "Mind the moon.",
  homepage: "https://tide.example",
  series_type: "Scripted",
  in_production: true,
  origin_countries: ["DE"],
  spoken_languages: [{ language: "de", name: null, english_name: "German" }],
  networks: [
    {
      id: publicId("company", 0x31),
      name: "Channel Bay",
      company_type: "network",
      logo_path: "/bay.png",
      country: "DE",
    },
  ],
  companies: [
    {
      id: publicId("company", 0x30),
      name: "Anchor",
      company_type: "production_company",
      logo_path: null,
      country: null,
    },
  ],
  creators: [ada],
  keywords: [{ id: publicId("keyword", 0x20), name: "sea" }],
  alternate_titles: [{ title: "Mareas", country_code: "ES", type: null }],
  content_ratings: [
    { country: "ES", rating: "18", descriptors: ["violence", "language"] },
    { country: "ES", rating: "16", descriptors: [] },
  ],
  external_ids: {
    tmdb: 1399,
    imdb: "tt0001399",
    tvdb: "121361",
    wikidata: null,
    facebook: null,
    instagram: null,
    twitter: null,
  },
  seasons,
  last_episode: { id: publicId("episode", 0x70), kind: "episode", ...mention },
  next_episode: { id: null, kind: "episode", ...nextMention },
  credits,
  watch_providers: { attribution: offerings.attribution, results: {} },
  created_at: moment,
  last_ingested_at: moment,
  links: {
    credits: `${path}/credits`,
    images: `${path}/images`,
    videos: `${path}/videos`,
    seasons: `${path}/seasons`,
    watch_providers: `${path}/watch-providers`,
  },
};
