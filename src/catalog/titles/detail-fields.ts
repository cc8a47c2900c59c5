import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { ImagePath, LanguageCode } from "~/catalog/fields";
import { jsonArray, subquery } from "~/db/json-sql";
import {
  alternate_titles,
  companies,
  keywords,
  title_companies,
  title_keywords,
} from "~/db/schema";
import { publicId } from "~/db/sql";
import { Nullable, OneOf } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { type CompanyType, companyTypes } from "~/vocabulary";

export const KeywordLabel = Type.Object(
  {
    id: PublicId("keyword"),
    name: Type.String({ description: "Name in English", examples: ["artificial intelligence"] }),
  },
  { $id: "KeywordLabel", description: "A keyword of a title" },
);
export type KeywordLabel = Static<typeof KeywordLabel>;

/** The keywords of a title by name; the provider gives them no order. */
export const keywordsOf = (title_id: SQLWrapper): SQL<KeywordLabel[]> =>
  jsonArray(
    subquery
      .select({ id: publicId("keyword", keywords.id).as("id"), name: keywords.name })
      .from(title_keywords)
      .innerJoin(keywords, eq(keywords.id, title_keywords.keyword_id))
      .where(eq(title_keywords.title_id, title_id))
      .orderBy(keywords.name, keywords.id),
    bounds.keywords,
  );

export const CompanyBrief = Type.Object(
  {
    id: PublicId("company"),
    name: Type.String({ description: "Name", examples: ["Village Roadshow Pictures"] }),
    company_type: OneOf(companyTypes, { description: "Whether it produces titles or airs them" }),
    logo_path: ImagePath("Logo", "/demo-logo.png"),
    country: Nullable(
      Type.String({ description: "ISO 3166-1 alpha-2; null when unknown", examples: ["US"] }),
    ),
  },
  { $id: "CompanyBrief", description: "A company behind a title" },
);
export type CompanyBrief = Static<typeof CompanyBrief>;

/** The companies of one type behind a title, in the provider's order. */
export const companiesOf = (title_id: SQLWrapper, company_type: CompanyType): SQL<CompanyBrief[]> =>
  jsonArray(
    subquery
      .select({
        id: publicId("company", companies.id).as("id"),
        name: companies.name,
        company_type: companies.company_type,
        logo_path: companies.logo_path,
        country: companies.country,
      })
      .from(title_companies)
      .innerJoin(companies, eq(companies.id, title_companies.company_id))
      .where(and(eq(title_companies.title_id, title_id), eq(companies.company_type, company_type)))
      .orderBy(title_companies.position, companies.id),
    bounds.companies,
  );

export const AlternateTitle = Type.Object(
  {
    title: Type.String({ description: "The other title", examples: ["The Matrix"] }),
    country_code: Nullable(
      Type.String({
        description: "Where it is used, ISO 3166-1 alpha-2; null when unknown",
        examples: ["US"],
      }),
    ),
    type: Nullable(
      Type.String({ description: "Kind of title, free text of the provider; null when not given" }),
    ),
  },
  { $id: "AlternateTitle", description: "Another title of a movie or series" },
);
export type AlternateTitle = Static<typeof AlternateTitle>;

/** The alternate titles of a movie or series, in the provider's order. */
export const alternateTitlesOf = (title_id: SQLWrapper): SQL<AlternateTitle[]> =>
  jsonArray(
    subquery
      .select({
        title: alternate_titles.title,
        country_code: alternate_titles.country_code,
        type: alternate_titles.type,
      })
      .from(alternate_titles)
      .where(eq(alternate_titles.title_id, title_id))
      .orderBy(alternate_titles.position),
    bounds.alternate_titles,
  );

export const SpokenLanguage = Type.Object(
  {
    language: LanguageCode(),
    name: Nullable(
      Type.String({
        description: "Name in the language itself; null when unknown",
        examples: ["English"],
      }),
    ),
    english_name: Nullable(
      Type.String({ description: "Name in English; null when unknown", examples: ["English"] }),
    ),
  },
  { $id: "SpokenLanguage", description: "A language spoken in a title" },
);
export type SpokenLanguage = Static<typeof SpokenLanguage>;

/** The languages of a title, from the column that stores them. */
export const spokenLanguagesOf = (column: SQLWrapper): SQL<SpokenLanguage[]> =>
  sql<SpokenLanguage[]>`array_to_json(array(select spoken from
    jsonb_to_recordset(${column}) as spoken(language text, name text, english_name text)))`;
