import { type Static, t } from "elysia";
import { CollectionSummary } from "~/catalog/collections/model";
import { CompanySummary } from "~/catalog/companies/model";
import { Keyword } from "~/catalog/keywords/model";
import { adultQuery } from "~/catalog/paging";
import { PersonSummary } from "~/catalog/people/model";
import { MovieSummary } from "~/catalog/titles/movie-summary";
import { SeriesSummary } from "~/catalog/titles/series-summary";
import { QueryInt } from "~/http/fields";
import { Page, pageQuery } from "~/http/page";
import { SearchedKinds, SearchText } from "./parameters";

const score = {
  score: t.Number({
    minimum: 0,
    maximum: 1,
    description: "How good a find it is; comparable inside one answer only",
  }),
};

/** A summary of whatever was found, told apart by `kind`, with its score (M88). */
export const SearchResult = t.Union([
  t.Object({ ...MovieSummary.properties, ...score }),
  t.Object({ ...SeriesSummary.properties, ...score }),
  t.Object({ ...PersonSummary.properties, ...score }),
  t.Object({ ...CollectionSummary.properties, ...score }),
  t.Object({ ...CompanySummary.properties, ...score }),
  t.Object({ ...Keyword.properties, ...score }),
]);
export type SearchResult = Static<typeof SearchResult>;

export const SearchPage = Page(SearchResult, {
  query: t.String({ description: "What was searched for, without blank ends" }),
});

export const SearchQuery = t.Object({
  query: SearchText(),
  type: SearchedKinds(),
  year: t.Optional(
    QueryInt({
      minimum: 1870,
      maximum: 2200,
      description: "Only movies of this release year and series that first aired in it",
    }),
  ),
  ...adultQuery,
  ...pageQuery({ page_size: 20, maximum: 50 }),
});
export type SearchQuery = Static<typeof SearchQuery>;
