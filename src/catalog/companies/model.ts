import { type Static, t } from "elysia";
import { adultQuery } from "~/catalog/listing/page";
import { SeriesSummary } from "~/catalog/titles/series-summary";
import { MovieSummary } from "~/catalog/titles/summaries";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { companyTypes } from "~/vocabulary";

/** A company as lists show it (M35). */
export const CompanySummary = t.Object({
  id: PublicId("company"),
  kind: t.Literal("company"),
  name: t.String(),
  company_type: OneOf(companyTypes),
  country: Nullable(t.String({ description: "ISO 3166-1 alpha-2" })),
  logo_path: Nullable(t.String({ description: "Below the image base of GET /configuration" })),
});
export type CompanySummary = Static<typeof CompanySummary>;

/** Everything about one company. */
export const CompanyDetail = t.Object({
  ...CompanySummary.properties,
  homepage: Nullable(t.String()),
  headquarters: Nullable(t.String()),
  external_ids: t.Object({
    tmdb: WholeNumber({ description: "The provider's id, unique within the company type" }),
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  links: t.Object({ movies: t.String(), series: t.String() }),
});
export type CompanyDetail = Static<typeof CompanyDetail>;

export const CompanyPage = Page(CompanySummary);
export const CompanyMoviePage = Page(MovieSummary);
export const CompanySeriesPage = Page(SeriesSummary);

export const CompanyFilter = t.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  company_type: t.Optional(OneOf(companyTypes)),
  country: t.Optional(
    AnyText({
      description: "Compared as it stands; stored codes are ISO 3166-1 alpha-2 in upper case",
      examples: ["US"],
    }),
  ),
});
export type CompanyFilter = Static<typeof CompanyFilter>;

export const CompanyTitlesQuery = t.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  ...adultQuery,
});
export type CompanyTitlesQuery = Static<typeof CompanyTitlesQuery>;
