/** Clients have to show this before any watch provider data. */
export const watchProviderAttribution = {
  source: "JustWatch",
  text: "Watch provider data by JustWatch.",
  url: "https://www.justwatch.com",
} as const;

/** The notice that TMDB requires. */
export const catalogAttribution = {
  source: "TMDB",
  text: "This product uses the TMDB API but is not endorsed or certified by TMDB.",
  url: "https://www.themoviedb.org",
} as const;
