import { type Static, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { imageModels } from "~/catalog/artwork/lists";
import { CreatedAt, Homepage, ImagePath, Link, UpdatedAt } from "~/catalog/fields";
import { languageParameter } from "~/catalog/language/parameter";
import { listParameters } from "~/catalog/records/list-parameters";
import { Nullable, OneOf, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { companyTypes } from "~/vocabulary";

export const CompanySummary = Type.Object(
  {
    id: PublicId("company"),
    kind: Type.Literal("company", { description: "Always `company`" }),
    name: Type.String({ description: "Name", examples: ["Village Roadshow Pictures"] }),
    company_type: OneOf(companyTypes, { description: "Whether it produces titles or airs them" }),
    country: Nullable(
      Type.String({ description: "ISO 3166-1 alpha-2; null when unknown", examples: ["US"] }),
    ),
    logo_path: ImagePath("Logo", "/demo-logo.png"),
  },
  { $id: "CompanySummary", description: "A company in a list" },
);
export type CompanySummary = Static<typeof CompanySummary>;

export const CompanyExternalIds = Type.Object(
  {
    tmdb: WholeNumber({
      description: "Id on TMDB, unique within the company type",
      examples: [79],
    }),
  },
  { description: "Ids of the company in other databases" },
);

export const CompanyDetail = Type.Object(
  {
    ...CompanySummary.properties,
    homepage: Homepage(),
    headquarters: Nullable(
      Type.String({
        description: "Place of the head office; null when unknown",
        examples: ["Los Angeles"],
      }),
    ),
    external_ids: CompanyExternalIds,
    created_at: CreatedAt(),
    updated_at: UpdatedAt(),
    links: Type.Object(
      {
        movies: Link("the company's movies", "companies", "company", "movies"),
        series: Link("the company's series", "companies", "company", "series"),
      },
      { description: "Paths of what belongs to the company" },
    ),
    images: Type.Optional(imageModels.company),
  },
  { $id: "CompanyDetail", description: "Everything about one company" },
);
export type CompanyDetail = Static<typeof CompanyDetail>;

export const CompanyPage = Page(
  CompanySummary,
  {},
  { $id: "CompanyPage", description: "A page of companies by name" },
);

export const CompanyFilter = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  ...languageParameter,
  company_type: Type.Optional(
    OneOf(companyTypes, { filter: true, description: "Only companies of this type" }),
  ),
  country: Type.Optional(
    AnyText({
      alias: "region",
      description: "Only companies of exactly this country: ISO 3166-1 alpha-2 in upper case",
      examples: ["US"],
    }),
  ),
});
export type CompanyFilter = Static<typeof CompanyFilter>;

export const CompanyTitlesQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  ...adultQuery,
  ...listParameters,
});
export type CompanyTitlesQuery = Static<typeof CompanyTitlesQuery>;
