import { type SQL, sql } from "drizzle-orm";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";

/** The JSON of what a client may include in a record, by name, for a statement that reads the record. */
export type Includes = Readonly<Record<string, SQL>>;

/**
 * One JSON object with the parts that the parameter `include` names, in the order of `includes`. What is not
 * named is not read: one text, and one plan, for all combinations.
 */
export function includedParts(includes: Includes): SQL<JsonText<object>> {
  const parts = Object.entries(includes).map(
    ([name, json]) =>
      sql`case when ${sql.raw(`'${name}'`)} = any(${parameter("include")}::text[])
        then ${sql.raw(`'"${name}":'`)} || coalesce((${json})::text, 'null') end`,
  );
  return sql<
    JsonText<object>
  >`'{' || concat_ws(',', ${sql.join([sql`null`, ...parts], sql`, `)}) || '}'`;
}
