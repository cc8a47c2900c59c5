/** The kinds of records that tell where their data came from, with the first part of their paths. */
export const provenancePaths = {
  movie: "movies",
  series: "series",
  season: "seasons",
  episode: "episodes",
  person: "people",
  collection: "collections",
} as const;

export type KindWithProvenance = keyof typeof provenancePaths;
