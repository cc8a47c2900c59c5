/**
 * How much of one title, season, person or collection is kept and shown: what the provider sends
 * beyond is left out with a warning on the job. Each bound is well above the largest real one, which
 * stands beside it as counted in recorded bodies and in lists of 20 000 movies and 950 series. With
 * all of them reached at once, the detail of a movie has about 1 MB and that of a series 4 MB.
 */
export const bounds = {
  /** 97 */
  keywords: 1_000,
  /** 83 */
  alternate_titles: 500,
  /** 30 */
  companies: 500,
  /** 9; ours are 20 at most, however many the provider names. */
  genres: 50,
  /** 8 */
  spoken_languages: 100,
  /** 12 of production, 3 of origin; there are 250 country codes. */
  countries: 250,
  /** Of all regions together: 73. */
  release_dates: 1_500,
  /** 33, with 2 descriptors. */
  content_ratings: 500,
  descriptors: 50,
  /** Of all countries and kinds of payment together: 803. */
  offers: 3_000,
  /** Roles, jobs and creators: 3 940, 1 271 and 6. */
  cast: 6_000,
  crew: 3_000,
  creators: 200,
  /** Of each type of image: 229. */
  images: 2_000,
  /** 198 */
  videos: 1_000,
  /** 21 */
  recommendations: 200,
  /** 89 */
  seasons: 500,
  /** 2 868 */
  episodes: 5_000,
  /** Of one episode: 116 guests and 197 of the crew. Of a season: 7 889 of both. */
  episode_credits: 500,
  season_credits: 20_000,
  /** 9 */
  collection_movies: 1_000,
  /** 14 */
  also_known_as: 500,
  /** Of one person, each for cast, crew and creators: 244. */
  person_credits: 5_000,
  /** One page of the provider. */
  ranking: 20,
  /** Characters of all texts of one body that are read: 684 076. */
  characters: 2_000_000,
} as const;

/** How many characters of a text are kept where lists repeat it; the longest real ones as above. */
export const lengths = {
  /** Of a person, company, keyword or watch provider, whom any number of titles may name: 76. */
  shared_name: 200,
  /** Of a department, a job or a certificate: 56. */
  label: 120,
  /** 348 */
  character: 500,
  /** Of an overview or a tagline: 3 999. */
  overview: 5_000,
} as const;

/** PostgreSQL's `integer`, so the largest id of the provider that anything may name. */
export const EXTERNAL_ID_MAX = 2_147_483_647;

/** The largest number of a season that is kept, that a path names and that a request may ask for. */
export const SEASON_NUMBER_MAX = 9_999;

/** The largest number of an episode that is kept and that a path names; real ones reach 9 999. */
export const EPISODE_NUMBER_MAX = 999_999_999;
