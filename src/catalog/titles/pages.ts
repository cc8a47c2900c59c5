/** The pages of lists of titles. */

import { localizable } from "~/catalog/language/model";
import { Page } from "~/http/request/page";
import { movieListFields, seriesListFields } from "./list-includes";
import { MovieSummary, SeriesSummary } from "./summaries";

export const ListedMovie = localizable(
  "movie",
  { ...MovieSummary.properties, ...movieListFields },
  { $id: "ListedMovie", description: "A movie in a list, with what the client included" },
);

export const ListedSeries = localizable(
  "series",
  { ...SeriesSummary.properties, ...seriesListFields },
  { $id: "ListedSeries", description: "A series in a list, with what the client included" },
);

export const MoviePage = Page(
  ListedMovie,
  {},
  { $id: "MoviePage", description: "A page of movies" },
);

export const SeriesPage = Page(
  ListedSeries,
  {},
  { $id: "SeriesPage", description: "A page of series" },
);
