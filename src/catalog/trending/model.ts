import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { localizable } from "~/catalog/language/model";
import { listParameters } from "~/catalog/records/list-parameters";
import { movieListFields, seriesListFields } from "~/catalog/titles/list-includes";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { providers, trendingWindows } from "~/vocabulary";

export const TrendingQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  window: OneOf(trendingWindows, {
    default: "day",
    filter: true,
    description: "Whether to list the ranking of the day or the week",
  }),
  ...adultQuery,
  ...listParameters,
});
export type TrendingQuery = Static<typeof TrendingQuery>;

const listFields = {
  window: OneOf(trendingWindows, {
    description: "Whether it is the ranking of the day or the week",
  }),
  refreshed_at: Nullable(Timestamp(), {
    description: "When the ranking was last fetched; null when it never was",
  }),
  source: OneOf(providers, { description: "Whose ranking it is" }),
};

/** A page of the provider's ranking: summaries with their `rank`. */
export const TrendingPage = <Properties extends TProperties>(
  kind: "Movie" | "Series",
  Summary: TObject<Properties>,
) =>
  Page(
    localizable(
      kind === "Movie" ? "movie" : "series",
      {
        ...Summary.properties,
        rank: WholeNumber({
          description: "Place in the ranking, from 1; titles that are not listed leave gaps",
          examples: [1],
        }),
        ...(kind === "Movie" ? movieListFields : seriesListFields),
      },
      { $id: `Trending${kind}`, description: `A ${kind.toLowerCase()} in the provider's ranking` },
    ),
    listFields,
    { $id: `Trending${kind}Page`, description: "A page of the provider's ranking, best first" },
  );
