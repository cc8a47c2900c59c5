/** Parts of bodies in the provider's format, with everything that is read; names and texts are made up. */

export const person = (id: number, name: string) => ({
  adult: false,
  gender: 1,
  id,
  known_for_department: "Acting",
  name,
  original_name: name,
  popularity: 3.25,
  profile_path: `/p${id}.jpg`,
});

const image = (file_path: string, iso_639_1: string | null) => ({
  aspect_ratio: 0.667,
  height: 1500,
  iso_639_1,
  iso_3166_1: iso_639_1 && "US",
  file_path,
  vote_average: 5.3,
  vote_count: 3,
  width: 1000,
});

const watch = (provider_id: number, provider_name: string) => ({
  display_priority: 0,
  logo_path: `/w${provider_id}.png`,
  provider_id,
  provider_name,
});

/** What the bodies of movies and series have in common. */
export const title = {
  adult: false,
  backdrop_path: "/back.jpg",
  genres: [{ id: 18, name: "Drama" }],
  homepage: "https://harbor.example/light",
  original_language: "en",
  origin_country: ["US"],
  overview: "A keeper refuses to leave the last lighthouse.",
  popularity: 41.7,
  poster_path: "/poster.jpg",
  production_companies: [
    { id: 711, logo_path: "/c711.png", name: "Pier Films", origin_country: "US" },
  ],
  production_countries: [{ iso_3166_1: "US", name: "United States of America" }],
  softcore: false,
  spoken_languages: [{ english_name: "English", iso_639_1: "en", name: "English" }],
  tagline: "Somebody keeps it burning.",
  vote_average: 7.4,
  vote_count: 318,
  images: {
    backdrops: [image("/back.jpg", null)],
    logos: [image("/logo.png", "en")],
    posters: [image("/poster.jpg", "en")],
  },
  videos: {
    results: [
      {
        iso_639_1: "en",
        iso_3166_1: "US",
        name: "Trailer",
        key: "aB3dEfGhIjK",
        published_at: "2024-03-01T16:00:09.000Z",
        site: "YouTube",
        size: 1080,
        type: "Trailer",
        official: true,
        id: "65e1f0c0a1b2c3d4e5f60001",
      },
    ],
  },
  "watch/providers": {
    results: {
      DE: { link: "https://provider.example/watch?locale=DE", flatrate: [watch(8, "Streamly")] },
      XK: {
        link: "https://provider.example/watch?locale=XK",
        rent: [watch(2, "Rental")],
        buy: [watch(2, "Rental")],
      },
    },
  },
};

/** Episode 1 of season 1, as the bodies of the series and of the season describe it. */
export const episode = {
  air_date: "2023-02-05",
  episode_number: 1,
  episode_type: "finale",
  id: 9001,
  name: "Low Water",
  overview: "The lamp goes out.",
  production_code: "101",
  runtime: 48,
  season_number: 1,
  show_id: 1399,
  still_path: "/still.jpg",
  vote_average: 8.1,
  vote_count: 12,
};
