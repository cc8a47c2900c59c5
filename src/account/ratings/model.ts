import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import type { Static } from "elysia";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import { ClosedObject, OneOf, Timestamp } from "~/http/request/fields";
import { Page } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { titleKinds } from "~/vocabulary";

const lowest = 0.5;
const highest = 10;

/** A number that has at most two decimals is the nearest one to its own text with two decimals. */
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

TypeRegistry.Set(
  "RatingValue",
  (_, value) =>
    typeof value === "number" && value >= lowest && value <= highest && hasTwoDecimals(value),
);

/** A number from 0.5 to 10 with at most two decimals, which is stored as it is, never rounded (M59). */
const RatingValue = Type.Unsafe<number>({
  [Kind]: "RatingValue",
  type: "number",
  expected: `a number from ${lowest} to ${highest} with at most 2 decimals`,
  documented: { minimum: lowest, maximum: highest, multipleOf: 0.01, examples: [8.5] },
});

export const RatingBody = ClosedObject({ value: RatingValue });

/** A rating as its owner sees it after setting it; the first time and later alike (M58). */
export const Rating = Type.Object({
  entity_type: OneOf(titleKinds),
  entity_id: Type.Union([PublicId("movie"), PublicId("series")]),
  value: Type.Number(),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: "When the value last changed" }),
});
export type Rating = Static<typeof Rating>;

const rated = { value: Type.Number(), rated_at: Timestamp() };
const RatedMovie = Type.Object({ ...rated, movie: MovieSummary });
export type RatedMovie = Static<typeof RatedMovie>;
const RatedSeries = Type.Object({ ...rated, series: SeriesSummary });
export type RatedSeries = Static<typeof RatedSeries>;

export const RatedMoviePage = Page(RatedMovie);
export const RatedSeriesPage = Page(RatedSeries);
