import { Type } from "@sinclair/typebox";
import {
  byCountry,
  Country,
  closed,
  Flag,
  Id,
  Ids,
  Language,
  OptionalText,
  oneOf,
  someOf,
  Text,
  Texts,
} from "./fields";

/** What lists show of movies and series. */
export const titleSummary = {
  id: Id,
  /** English by default. */
  original_language: Type.Optional(Language),
  /** 0 while nobody has voted. */
  vote_average: Type.Number({ minimum: 0, maximum: 10 }),
  overview: OptionalText,
  /** Names of genres. */
  genres: Texts,
  adult: Flag,
  /** Whether the demo has images of it. */
  art: Flag,
};

export const videos = someOf(
  oneOf("Trailer", "Teaser", "Clip", "Featurette", "Opening Credits", "Behind the Scenes"),
);

/** Ids of watch providers, by kind of offer. */
const Offers = Type.Partial(closed({ flatrate: Ids, rent: Ids, buy: Ids, ads: Ids, free: Ids }), {
  additionalProperties: false,
});

/** The other fields that movies and series share. */
export const titleDetails = {
  imdb_id: Type.Optional(Type.String({ pattern: "^tt\\d{7,8}$" })),
  countries: Type.Array(Country, { uniqueItems: true }),
  /** Names of companies. People, jobs and keywords are given by name too. */
  companies: someOf(Text),
  keywords: someOf(Text),
  /** In billing order. */
  cast: Type.Array(closed({ name: Text, character: Type.String() })),
  crew: Type.Array(closed({ name: Text, jobs: Texts })),
  alternative_titles: someOf(closed({ country: Country, title: Text, type: OptionalText })),
  watch_providers: Type.Optional(byCountry(Offers)),
  videos,
  /** Ids of titles of the same kind. */
  recommendations: someOf(Id),
};
