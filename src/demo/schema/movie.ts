import { type Static, Type } from "@sinclair/typebox";
import { byCountry, closed, Id, Minutes, MovingDay, OptionalText, oneOf, Text } from "./fields";
import { titleDetails, titleSummary } from "./title";

const movieSummary = {
  ...titleSummary,
  title: Text,
  /** The title by default. */
  original_title: OptionalText,
  release_date: Type.Optional(MovingDay),
};

export const MovieSummary = closed(movieSummary);
/** What lists show of a movie. */
export type MovieSummary = Static<typeof MovieSummary>;

const ReleaseDate = closed({
  /** 1 premiere, 2 limited, 3 theatrical, 4 digital, 5 physical, 6 television. */
  type: Type.Integer({ minimum: 1, maximum: 6 }),
  date: MovingDay,
  certification: OptionalText,
  note: OptionalText,
});

const Dollars = Type.Optional(Type.Integer({ minimum: 1 }));

export const Movie = closed({
  ...movieSummary,
  ...titleDetails,
  /** Released by default. */
  status: Type.Optional(oneOf("Released", "Post Production", "In Production", "Planned")),
  runtime: Minutes,
  budget: Dollars,
  revenue: Dollars,
  /** Id of the collection that it belongs to. */
  collection: Type.Optional(Id),
  release_dates: byCountry(Type.Array(ReleaseDate, { minItems: 1 })),
});
export type Movie = Static<typeof Movie>;
