/** What a client may include in the results of a search, by kind: null where a kind has no such thing. */

import { Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { CollectionExternalIds } from "~/catalog/collections/model";
import { collectionExternalIds } from "~/catalog/collections/queries";
import { CompanyExternalIds } from "~/catalog/companies/model";
import { companyExternalIds } from "~/catalog/companies/queries";
import { PersonExternalIds } from "~/catalog/people/model";
import { personExternalIds } from "~/catalog/people/queries";
import type { Asked } from "~/catalog/records/asked";
import { includedFields } from "~/catalog/records/includes";
import {
  type IncludesOf,
  movieListFields,
  movieListIncludes,
  seriesListFields,
  seriesListIncludes,
} from "~/catalog/titles/list-includes";
import { collections, companies, people } from "~/db/schema";
import { array } from "~/db/sql";
import { kindNumber, type SearchedKind, searchedKinds } from "./kinds";

const absent = (what: string) =>
  Type.Optional(Type.Null({ description: `Null: only movies and series have ${what}` }));

const titlesOnly = {
  top_credits: absent("such credits"),
  watch_providers: absent("offers"),
  keywords: absent("keywords"),
};

/** The fields of a result that are there when they are asked for, by its kind. */
export const foundFields = {
  movie: movieListFields,
  series: seriesListFields,
  person: { external_ids: Type.Optional(PersonExternalIds), ...titlesOnly },
  collection: { external_ids: Type.Optional(CollectionExternalIds), ...titlesOnly },
  company: { external_ids: Type.Optional(CompanyExternalIds), ...titlesOnly },
  keyword: {
    external_ids: Type.Optional(Type.Null({ description: "Null: keywords have none" })),
    ...titlesOnly,
  },
};

const idsAlone =
  (external_ids: SQL, from?: PgTable & { id: PgColumn }): IncludesOf =>
  (id) => ({
    external_ids: from
      ? sql`(select ${external_ids} from ${from} where ${eq(from.id, id)})`
      : external_ids,
    top_credits: sql`null`,
    watch_providers: sql`null`,
    keywords: sql`null`,
  });

const includesOf: Record<SearchedKind, IncludesOf> = {
  movie: movieListIncludes,
  series: seriesListIncludes,
  person: idsAlone(personExternalIds, people),
  collection: idsAlone(collectionExternalIds, collections),
  company: idsAlone(companyExternalIds, companies),
  keyword: idsAlone(sql`null`),
};

/**
 * What is asked for of an entity, by the number of its kind, as fields of a JSON object that each follow a comma.
 */
export function fieldsFound(
  kind: SQLWrapper,
  id: SQLWrapper,
  { include = "", country }: Asked,
): SQL {
  const names = array(include.split(","), "text");
  const place = sql`${country?.toUpperCase() ?? null}::text`;
  const fields = searchedKinds.map(
    (name) =>
      sql`when ${sql.raw(String(kindNumber(name)))} then ${includedFields(includesOf[name](id, place), names)}`,
  );
  return sql`case ${kind} ${sql.join(fields, sql` `)} end`;
}
