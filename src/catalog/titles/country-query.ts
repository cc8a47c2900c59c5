import { type Static, t } from "elysia";

/** Narrows watch providers to one country; either case is taken. */
export const CountryQuery = t.Object({
  country: t.Optional(
    t.String({
      pattern: "^[A-Za-z]{2}$",
      description: "Only this country: ISO 3166-1 alpha-2, in either case",
      examples: ["US"],
      expected: "two letters, such as US",
    }),
  ),
});
export type CountryQuery = Static<typeof CountryQuery>;
