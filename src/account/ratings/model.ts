import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { ListedMovie, ListedSeries } from "~/catalog/titles/pages";
import { ClosedObject, OneOf, Timestamp } from "~/http/request/fields";
import { Page } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { titleKinds } from "~/vocabulary";

const minimum = 0.5;
const maximum = 10;
const description = `From ${minimum} to ${maximum}, with at most 2 decimals`;
const examples = [8.5];

/** A number has at most two decimals if it is the nearest one to its own text with two decimals. */
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

TypeRegistry.Set(
  "RatingValue",
  (_, value) =>
    typeof value === "number" && value >= minimum && value <= maximum && hasTwoDecimals(value),
);

/** A number from 0.5 to 10 with at most two decimals; it is stored unrounded. */
const RatingValue = Type.Unsafe<number>({
  [Kind]: "RatingValue",
  type: "number",
  description,
  expected: `a number from ${minimum} to ${maximum} with at most 2 decimals`,
  documented: { minimum, maximum, multipleOf: 0.01, examples },
});

export const RatingBody = ClosedObject(
  { value: RatingValue },
  { $id: "RatingBody", description: "The rating to set" },
);

export const Rating = Type.Object(
  {
    entity_type: OneOf(titleKinds, { description: "Whether the title is a movie or a series" }),
    entity_id: Type.Union([PublicId("movie"), PublicId("series")], {
      description: "Id of the title",
    }),
    value: Type.Number({ description, examples }),
    created_at: Timestamp({ description: "When the title was rated first" }),
    updated_at: Timestamp({ description: "When the value last changed" }),
  },
  { $id: "Rating", description: "The account's rating of a title" },
);
export type Rating = Static<typeof Rating>;

const rated = {
  value: Type.Number({ description, examples }),
  rated_at: Timestamp({ description: "When the value last changed" }),
};

const RatedMovie = Type.Object(
  { ...rated, movie: ListedMovie },
  { $id: "RatedMovie", description: "A movie with the account's rating" },
);
export type RatedMovie = Static<typeof RatedMovie>;

const RatedSeries = Type.Object(
  { ...rated, series: ListedSeries },
  { $id: "RatedSeries", description: "A series with the account's rating" },
);
export type RatedSeries = Static<typeof RatedSeries>;

export const RatedMoviePage = Page(
  RatedMovie,
  {},
  { $id: "RatedMoviePage", description: "A page of the movies that the account has rated" },
);
export const RatedSeriesPage = Page(
  RatedSeries,
  {},
  { $id: "RatedSeriesPage", description: "A page of the series that the account has rated" },
);
