import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { adultQuery } from "~/catalog/adult";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { providers, trendingWindows } from "~/vocabulary";

export const TrendingQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  window: OneOf(trendingWindows, {
    default: "day",
    description: "The ranking of a day or of a week",
  }),
  ...adultQuery,
});
export type TrendingQuery = Static<typeof TrendingQuery>;

/** What a trending list says about itself beside its page (M87). */
const about = {
  window: OneOf(trendingWindows),
  refreshed_at: Nullable(Timestamp(), { description: "Null until the list was fetched once" }),
  source: OneOf(providers),
};

/** A page of ranked titles: summaries with their `rank`, as the provider ranks them (M43). */
export const TrendingPage = <Properties extends TProperties>(Summary: TObject<Properties>) =>
  Page(
    Type.Object({
      ...Summary.properties,
      rank: WholeNumber({ description: "From 1; hidden titles leave gaps" }),
    }),
    about,
  );
