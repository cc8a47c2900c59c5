/**
 * Maximum sizes of the lists of one title, season, person or collection. What the provider sends beyond is
 * dropped with a warning on the job. The comments give the largest real size, counted in recorded payloads
 * and in lists of 20,000 movies and 950 series. If all maxima are reached at once, the detail of a movie
 * has about 1 MB and that of a series 4 MB.
 */
export const bounds = {
  /** 97 */
  keywords: 1_000,
  /** 83 */
  alternate_titles: 500,
  /** 30 */
  companies: 500,
  /** 9; the catalog has only 20 genres. */
  genres: 50,
  /** 8 */
  spoken_languages: 100,
  /** 12 production countries, 3 countries of origin; there are 250 country codes. */
  countries: 250,
  /** All regions together: 73. */
  release_dates: 1_500,
  /** 33, with 2 descriptors each. */
  content_ratings: 500,
  descriptors: 50,
  /** All countries and kinds of payment together: 803. */
  offers: 3_000,
  /** Cast, crew and creators: 3,940, 1,271 and 6. */
  cast: 6_000,
  crew: 3_000,
  creators: 200,
  /** Per type of image: 229. */
  images: 2_000,
  /** 198 */
  videos: 1_000,
  /** 39; the provider has about 190 pairs of language and country. */
  translations: 200,
  /** 21 */
  recommendations: 200,
  /** 89 */
  seasons: 500,
  /** 2,868 */
  episodes: 5_000,
  /** Per episode: 116 guests and 197 crew credits. Per season: 7,889 together. */
  episode_credits: 500,
  season_credits: 20_000,
  /** 9 */
  collection_movies: 1_000,
  /** 14 */
  also_known_as: 500,
  /** Per person, separately for cast, crew and creators: 244. */
  person_credits: 5_000,
  /** One page of the provider. */
  ranking: 20,
  /** Characters of all texts in one payload: 684,076. */
  characters: 2_000_000,
} as const;

/** Maximum lengths, in characters, of texts that lists repeat; the comments give the longest real text. */
export const lengths = {
  /** Names of people, companies, keywords and watch providers: 76. */
  shared_name: 200,
  /** Departments, jobs and age ratings: 56. */
  label: 120,
  /** 348 */
  character: 500,
  /** Overviews and taglines: 3,999. */
  overview: 5_000,
} as const;

/** The largest id of the provider: PostgreSQL's `integer`. */
export const EXTERNAL_ID_MAX = 2_147_483_647;

/** A pattern for the decimal digits of 1 to EXTERNAL_ID_MAX, for the OpenAPI document. */
export const EXTERNAL_ID_DIGITS =
  "([1-9][0-9]{0,8}|1[0-9]{9}|20[0-9]{8}|21[0-3][0-9]{7}|214[0-6][0-9]{6}|2147[0-3][0-9]{5}|21474[0-7][0-9]{4}|214748[0-2][0-9]{3}|2147483[0-5][0-9]{2}|21474836[0-3][0-9]|214748364[0-7])";

/** How many of the records that one ambiguous reference means are named. */
export const mostCandidates = 100;

/** The largest season number, in payloads, paths and requests. */
export const SEASON_NUMBER_MAX = 9_999;

/** The largest episode number, in payloads and paths; real ones reach 9,999. */
export const EPISODE_NUMBER_MAX = 999_999_999;

/** The most results on a page that a client may ask for: of full records, and of short ones such as keywords. */
export const largestPage = { full: 50, short: 200 };
