import type { Static } from "@sinclair/typebox";
import { titleFilter } from "~/catalog/listing/filter";
import { sortsNamed } from "~/catalog/listing/sorts";
import { titleListing } from "~/catalog/listing/statement";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { movies } from "~/db/schema";
import type { Slice } from "~/http/request/page";
import { movieStatuses } from "~/vocabulary";

/** The orders of /movies; the last two are the provider's names (M71). */
const sorts = sortsNamed({
  popularity: "popularity",
  release_date: "date",
  rating: "rating",
  title: "title",
  primary_release_date: "date",
  vote_average: "rating",
});

export const MovieFilter = titleFilter(movieStatuses, sorts);
export type MovieFilter = Static<typeof MovieFilter>;

const listing = titleListing({
  kind: "movie",
  table: movies,
  date: movies.release_date,
  fields: movieSummary,
});

/** A page of movies (M70 to M76). */
export const listMovies = (db: Db, filter: MovieFilter): Promise<Slice<MovieSummary>> =>
  listing(db, filter, sorts[filter.sort_by]);
