/** A series the demo recommends but does not serve. */
export type SeriesBeyond = {
  id: number;
  name: string;
  original?: string;
  language: string;
  date: string;
  genres: string;
  countries: string;
};

export const seriesBeyond: readonly SeriesBeyond[] = [
  {
    id: 60059,
    name: "Better Call Saul",
    language: "en",
    date: "2015-02-08",
    genres: "Crime | Drama",
    countries: "US",
  },
  {
    id: 71446,
    name: "Money Heist",
    original: "La casa de papel",
    language: "es",
    date: "2017-05-02",
    genres: "Crime | Drama",
    countries: "ES",
  },
  {
    id: 94997,
    name: "House of the Dragon",
    language: "en",
    date: "2022-08-21",
    genres: "Sci-Fi & Fantasy | Drama | Action & Adventure",
    countries: "US",
  },
];
