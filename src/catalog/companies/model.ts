import { type Static, Type } from "@sinclair/typebox";
import { adultQuery } from "~/catalog/adult";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { companyTypes } from "~/vocabulary";

/** A company as lists show it (M35). */
export const CompanySummary = Type.Object({
  id: PublicId("company"),
  kind: Type.Literal("company"),
  name: Type.String(),
  company_type: OneOf(companyTypes),
  country: Nullable(Type.String({ description: "ISO 3166-1 alpha-2" })),
  logo_path: Nullable(Type.String({ description: "Below the image base of GET /configuration" })),
});
export type CompanySummary = Static<typeof CompanySummary>;

/** Everything about one company. */
export const CompanyDetail = Type.Object({
  ...CompanySummary.properties,
  homepage: Nullable(Type.String()),
  headquarters: Nullable(Type.String()),
  external_ids: Type.Object({
    tmdb: WholeNumber({ description: "The provider's id, unique within the company type" }),
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  links: Type.Object({ movies: Type.String(), series: Type.String() }),
});
export type CompanyDetail = Static<typeof CompanyDetail>;

export const CompanyPage = Page(CompanySummary);
export const CompanyMoviePage = Page(MovieSummary);
export const CompanySeriesPage = Page(SeriesSummary);

export const CompanyFilter = Type.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  company_type: Type.Optional(OneOf(companyTypes)),
  country: Type.Optional(
    AnyText({
      description: "Compared as it stands; stored codes are ISO 3166-1 alpha-2 in upper case",
      examples: ["US"],
    }),
  ),
});
export type CompanyFilter = Static<typeof CompanyFilter>;

export const CompanyTitlesQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  ...adultQuery,
});
export type CompanyTitlesQuery = Static<typeof CompanyTitlesQuery>;
