/** Fields that several models of the catalog have, each described once. */

import { Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { ListOf, Nullable, Timestamp, WholeNumber } from "~/http/request/fields";
import { exampleId } from "~/http/request/public-id";
import type { IdKind } from "~/vocabulary";

export const CountryCode = () =>
  Type.String({ description: "ISO 3166-1 alpha-2", examples: ["US"] });

export const LanguageCode = () => Type.String({ description: "ISO 639-1", examples: ["en"] });

/** The path of an image; `what` begins its description: "Poster". */
export const ImagePath = (what: string, example: string) =>
  Nullable(
    Type.String({
      description: `${what}, below the image base of GET /configuration; null when there is none`,
      examples: [example],
    }),
  );

export const Overview = (example?: string) =>
  Nullable(
    Type.String({
      description: "Summary in English; null when unknown",
      ...(example === undefined ? {} : { examples: [example] }),
    }),
  );

export const Tagline = () =>
  Nullable(Type.String({ description: "Slogan in English; null when there is none" }));

export const OriginCountries = () =>
  ListOf(CountryCode(), bounds.countries, { description: "Countries where it was made" });

export const Homepage = () =>
  Nullable(
    Type.String({ description: "Address of the official website; null when there is none" }),
  );

export const Runtime = (example: number) =>
  Nullable(WholeNumber({ description: "Minutes; null when unknown", examples: [example] }));

export const Popularity = () =>
  Nullable(
    Type.Number({
      description: "TMDB's popularity, higher is more popular; null when unknown",
      examples: [84.2],
    }),
  );

export const VoteAverage = (example: number) =>
  Nullable(
    Type.Number({
      description: "Average of TMDB's votes, 0 to 10; null when unknown",
      examples: [example],
    }),
  );

export const VoteCount = (example: number) =>
  Nullable(
    WholeNumber({ description: "Number of TMDB's votes; null when unknown", examples: [example] }),
  );

export const Adult = () => Type.Boolean({ description: "Whether this is adult content" });

export const CreatedAt = () => Timestamp({ description: "When this came into the catalog" });

export const UpdatedAt = () => Timestamp({ description: "When the data last changed" });

export const RemovedAt = () =>
  Nullable(Timestamp(), {
    description:
      "Since when it is hidden from lists, because the provider no longer has it; null while it is listed",
    examples: [null],
  });

export const LastIngestedAt = () =>
  Nullable(Timestamp(), {
    description: "When the data was last fetched from the provider; null when it never was",
  });

/** An id in another database: `of` names it, "IMDb". */
export const ExternalId = (of: string, example?: string) =>
  Nullable(
    Type.String({
      description: `Id on ${of}; null when there is none`,
      ...(example === undefined ? {} : { examples: [example] }),
    }),
  );

export const TmdbId = (example: number) =>
  WholeNumber({ description: "Id on TMDB", examples: [example] });

/** The path of a part of a record; `what` is what it returns, `part` its last segment. */
export const Link = (what: string, collection: string, kind: IdKind, part: string) =>
  Type.String({
    description: `Path of ${what}`,
    examples: [`/api/v1/${collection}/${exampleId(kind)}/${part}`],
  });

/** How many titles of the catalog have a genre or keyword. */
export const titleCounts = (movies: number, series: number) => ({
  movie_count: WholeNumber({ description: "Movies, adult ones left out", examples: [movies] }),
  series_count: WholeNumber({ description: "Series, adult ones left out", examples: [series] }),
});
