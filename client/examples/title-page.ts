import { createClient } from "media-catalog-client";

const catalog = createClient({ base_url: "http://127.0.0.1:8080" });

// What a page about a movie shows, from its id at IMDb, in the reader's language: one request.
const { data: movie, error } = await catalog.GET("/api/v1/movies/{id}", {
  params: {
    path: { id: "imdb:tt0133093" },
    query: { language: "fr-CA", include: "credits,images" },
  },
});
if (movie === undefined) throw new Error(error.error.message);

const { attribution, results } = movie.watch_providers;
const page = {
  title: movie.title,
  year: movie.year,
  overview: movie.overview,
  poster: movie.poster_path && `https://image.tmdb.org/t/p/w500${movie.poster_path}`,
  backdrops: movie.images?.backdrops.length,
  cast: movie.credits?.cast.slice(0, 3).map(({ person }) => person.name),
  rent: results.CA?.rent?.map((offer) => offer.provider_name),
  source_of_offers: attribution.text,
};
console.log(JSON.stringify(page, null, 2));
