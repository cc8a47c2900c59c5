/**
 * One movie of the demo catalog as a compact row of facts.
 *
 * Lists are written as one text with " | " between the items, so that a movie fits on a screen:
 * - `genres`, `companies`, `keywords`: names known to the reference tables,
 * - `cast`: "Person: Character" in billing order; `crew`: "Person: Job, Job",
 * - `also`: "DE Title" or "DE Title (type)",
 * - `releases`: "US 3 1999-03-31 [R] (note)"; a date may be an offset in days from today, as "+12" or "-20",
 * - `watch`: "US flatrate 8 337, rent 2 | GB free 38" with provider ids,
 * - `videos`: "Trailer", "Teaser": types of videos of our own.
 */
export type MovieFacts = {
  id: number;
  imdb?: string;
  title: string;
  /** Absent when the title is the original one. */
  original?: string;
  /** ISO 639-1; English when absent. */
  language?: string;
  /** ISO date, an offset from today ("+12"), or "" when unknown. */
  date: string;
  /** Minutes; null when unknown. */
  runtime: number | null;
  /** Mean vote of 0 to 10; 0 means nobody voted yet. */
  score: number;
  overview: string;
  genres: string;
  /** ISO 3166-1 codes with spaces between them. */
  countries: string;
  companies?: string;
  keywords?: string;
  cast: string;
  crew: string;
  releases: string;
  also?: string;
  watch?: string;
  videos?: string;
  /** US dollars; unknown when absent. */
  budget?: number;
  revenue?: number;
  collection?: number;
  status?: "Released" | "Post Production" | "In Production" | "Planned";
  adult?: boolean;
  /** True when the demo has artwork for it. */
  art?: boolean;
  /** Movies of the demo or of the stubs beyond it. */
  recommends?: readonly number[];
};
