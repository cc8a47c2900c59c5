import { type Static, Type } from "@sinclair/typebox";
import {
  Country,
  closed,
  Day,
  Id,
  Ids,
  Minutes,
  MovingDay,
  OptionalText,
  oneOf,
  someOf,
  Text,
  Texts,
} from "./fields";
import { titleDetails, titleSummary, videos } from "./title";

const seriesSummary = {
  ...titleSummary,
  name: Text,
  /** The name by default. */
  original_name: OptionalText,
  countries: titleDetails.countries,
};

export const SeriesSummary = closed({ ...seriesSummary, first_air_date: Day });
/** What lists show of a series. */
export type SeriesSummary = Static<typeof SeriesSummary>;

export const Season = closed({
  id: Id,
  /** 0 for the specials. */
  number: Type.Integer({ minimum: 0 }),
  /** "Season" and its number by default. */
  name: OptionalText,
  overview: OptionalText,
  first_air_date: Type.Optional(MovingDay),
  /** 0 if all were released at once. */
  days_between_episodes: Type.Integer({ minimum: 0 }),
  /** Of each episode. */
  runtime: Minutes,
  videos,
  /** In order. Without an air date, it follows from the season's first date. */
  episodes: Type.Array(
    closed({ name: Text, air_date: Type.Optional(Day), director: OptionalText }),
  ),
  /** With the numbers of their episodes. */
  guests: someOf(closed({ name: Text, character: Type.String(), episodes: Ids })),
});
export type Season = Static<typeof Season>;

export const Series = closed({
  ...seriesSummary,
  ...titleDetails,
  tvdb_id: Type.Optional(Id),
  status: oneOf("Returning Series", "Ended", "Canceled", "In Production"),
  type: oneOf("Scripted", "Miniseries", "Documentary", "Reality"),
  networks: Texts,
  creators: someOf(Text),
  content_ratings: Type.Array(closed({ country: Country, rating: Text })),
  seasons: Type.Array(Season, { minItems: 1 }),
});
export type Series = Static<typeof Series>;
