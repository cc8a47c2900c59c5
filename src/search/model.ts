import { type Static, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { CollectionSummary } from "~/catalog/collections/model";
import { CompanySummary } from "~/catalog/companies/model";
import { Keyword } from "~/catalog/keywords/model";
import { localizable } from "~/catalog/language/model";
import { PersonSummary } from "~/catalog/people/model";
import { listParameters } from "~/catalog/records/list-parameters";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import { QueryInt } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { foundFields } from "./includes";
import { SearchedKinds, SearchText } from "./parameters";

const score = {
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      "How well the result matches, 0 to 1. Scores of different searches cannot be compared",
    examples: [0.97],
  }),
};

/** The summary of an entity of any kind with its score; `kind` says which variant it is. */
export const SearchResult = Type.Union(
  [
    localizable(
      "movie",
      { ...MovieSummary.properties, ...score, ...foundFields.movie },
      { $id: "FoundMovie", description: "A movie that a search found" },
    ),
    localizable(
      "series",
      { ...SeriesSummary.properties, ...score, ...foundFields.series },
      { $id: "FoundSeries", description: "A series that a search found" },
    ),
    Type.Object(
      { ...PersonSummary.properties, ...score, ...foundFields.person },
      { $id: "FoundPerson", description: "A person that a search found" },
    ),
    localizable(
      "collection",
      { ...CollectionSummary.properties, ...score, ...foundFields.collection },
      { $id: "FoundCollection", description: "A collection that a search found" },
    ),
    Type.Object(
      { ...CompanySummary.properties, ...score, ...foundFields.company },
      { $id: "FoundCompany", description: "A company that a search found" },
    ),
    Type.Object(
      { ...Keyword.properties, ...score, ...foundFields.keyword },
      { $id: "FoundKeyword", description: "A keyword that a search found" },
    ),
  ],
  { $id: "SearchResult", description: "A result of a search; `kind` says what it is" },
);
export type SearchResult = Static<typeof SearchResult>;

const resultPage = Page(SearchResult, {
  query: Type.String({
    description: "The text that was searched for, without blank characters at its ends",
    examples: ["the matrix"],
  }),
});

export const SearchPage = Type.Object(resultPage.properties, {
  $id: "SearchPage",
  description: "One page of search results, best first",
});

export const SearchQuery = Type.Object({
  query: SearchText(),
  type: SearchedKinds(),
  year: Type.Optional(
    QueryInt({
      minimum: 1870,
      maximum: 2200,
      filter: true,
      description: "Only movies released in this year and series that first aired in it",
      examples: [1999],
    }),
  ),
  ...adultQuery,
  ...listParameters,
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
});
export type SearchQuery = Static<typeof SearchQuery>;
