import type { PgTable } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { type Merged, mergeRecords } from "~/db/merge";
import type { Row } from "~/db/recordset";
import { companies, keywords, people, watch_providers } from "~/db/schema";
import type { ProviderPersonBrief } from "~/provider/parts/credits";
import type { ProviderLabel } from "~/provider/parts/labels";
import type { ProviderCountryOffers } from "~/provider/parts/watch-providers";
import { normalizeGender } from "./normalize";
import type { NormalizedCompany } from "./titles/normalize";

/**
 * Upserts of the records that many titles share. Every transaction calls them in the order of this
 * file, and `mergeRecords` locks in key order, so concurrent ingestions cannot deadlock.
 */

/**
 * Our ids by the provider's id, with what the merge did; of companies by type and id, because each type
 * has its own ids.
 */
export type Ids<Key = number> = ReadonlyMap<Key, Pick<Merged, "id" | "outcome">>;

export const companyKey = ({ company_type, external_id }: Record<string, unknown>): string =>
  `${company_type}:${external_id}`;

export async function mergeCompanies(
  db: Db,
  rows: readonly NormalizedCompany[],
): Promise<Ids<string>> {
  const merged = await mergeRecords(
    db,
    companies,
    ["provider", "company_type", "external_id"],
    rows.map((company) => ({ id: uuidv7(), provider: "tmdb", ...company })),
  );
  return new Map(merged.map((record) => [companyKey(record), record]));
}

export const mergeKeywords = (db: Db, rows: readonly ProviderLabel[]): Promise<Ids> =>
  mergeNumbered(db, keywords, rows);

/** People named by a credit: creates a stub, or updates the fields that the credit states. */
export const mergePeople = (db: Db, rows: readonly ProviderPersonBrief[]): Promise<Ids> =>
  mergeNumbered(
    db,
    people,
    rows.map((person) => ({ ...person, gender: normalizeGender(person.gender) })),
  );

export const mergeWatchProviders = (
  db: Db,
  countries: readonly ProviderCountryOffers[],
): Promise<Ids> =>
  mergeNumbered(
    db,
    watch_providers,
    countries
      .flatMap((country) => country.offers)
      .map(({ external_id, name, logo_path, display_priority }) => ({
        external_id,
        name,
        logo_path,
        display_priority,
      })),
  );

async function mergeNumbered(db: Db, table: PgTable, rows: readonly Row[]): Promise<Ids> {
  const merged = await mergeRecords(
    db,
    table,
    ["provider", "external_id"],
    rows.map((row) => ({ id: uuidv7(), provider: "tmdb", ...row })),
  );
  return new Map(merged.map((record) => [Number(record.external_id), record]));
}

/** The id that a merge returned for a row. Throws if there is none. */
export function idOf<Key>(ids: Ids<Key>, key: Key): string {
  const record = ids.get(key);
  if (record === undefined) throw new Error(`No merged record for ${String(key)}.`);
  return record.id;
}

/** The ids of the records that the merge created or changed. */
export const changedIds = <Key>(ids: Ids<Key>): string[] =>
  [...ids.values()].flatMap(({ id, outcome }) => (outcome === "unchanged" ? [] : [id]));
