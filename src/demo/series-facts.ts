/**
 * One season of a demo series.
 * - `episodes`: "Name @2008-01-20 (by Director)" with " | " between; date and director may be absent,
 * - `guests`: "1 3 Person: Character": the person appears in episodes 1 and 3.
 */
export type SeasonFacts = {
  number: number;
  id: number;
  /** "Season N" when absent. */
  name?: string;
  overview?: string;
  /** Date of the first episode: ISO, an offset from today ("-21"), or "" when unknown. */
  from: string;
  /** Days between two episodes; 0 when all came out at once. */
  every: number;
  /** Minutes of each episode; null when unknown. */
  runtime: number | null;
  episodes: string;
  guests?: string;
  videos?: string;
};

/**
 * One series of the demo catalog as compact facts; lists are written as in a movie's row.
 * - `creators`: names, `networks`: names, `ratings`: "US TV-MA | ES 16 | ES 18".
 */
export type SeriesFacts = {
  id: number;
  imdb?: string;
  tvdb?: number;
  name: string;
  original?: string;
  language?: string;
  status: "Returning Series" | "Ended" | "Canceled" | "In Production";
  type: "Scripted" | "Miniseries" | "Documentary" | "Reality";
  score: number;
  overview: string;
  genres: string;
  countries: string;
  networks: string;
  companies?: string;
  creators?: string;
  keywords?: string;
  cast: string;
  crew: string;
  ratings: string;
  also?: string;
  watch?: string;
  videos?: string;
  adult?: boolean;
  art?: boolean;
  recommends?: readonly number[];
  seasons: readonly SeasonFacts[];
};
