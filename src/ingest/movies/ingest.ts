import type { Recipe } from "~/ingest/pipeline";
import { fetchMovie, readMovie } from "~/provider/movie";
import { type NormalizedMovie, normalizeMovie } from "./normalize";
import { upsertMovie } from "./upsert";

/** How a movie of the provider becomes ours. */
export const movieRecipe = (external_id: number): Recipe<NormalizedMovie> => ({
  kind: "movie",
  external_id: String(external_id),
  fetch: (provider) => fetchMovie(provider, external_id),
  normalize: (body, warnings) => normalizeMovie(readMovie(body, external_id, warnings), warnings),
  upsert: upsertMovie,
});
