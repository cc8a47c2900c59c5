import { type SQL, sql } from "drizzle-orm";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";

/** The JSON of what a client may include in a record, by name, for a statement that reads the record. */
export type Includes = Readonly<Record<string, SQL>>;

/** Whether a validated parameter `include` names a part. */
export const isIncluded = (include: string | undefined, name: string): boolean =>
  include?.split(",").includes(name) ?? false;

/** In the place of a part that stands inside the plain answer, where the statement reads it too. */
export const PART_OF_PLAIN = sql`null`;

/**
 * Read apart, so that the planner cannot look at the value: a plan for one value would cost less than the plan for
 * all, and be made anew for every request, which takes longer than reading.
 */
const asked = sql`(select ${parameter("include")}::text[])`;

/**
 * The parts that the parameter `include` names as fields of a JSON object, in the order of `includes` and each
 * after a comma. What is not named is not read: one text, and one plan, for all combinations. `named` is an array
 * of texts in place of that parameter.
 */
export function includedFields(includes: Includes, named: SQL = asked): SQL<string> {
  const beside = Object.entries(includes).filter(([, json]) => json !== PART_OF_PLAIN);
  const fields = beside.map(
    ([name, json]) =>
      sql`case when ${sql.raw(`'${name}'`)} = any(${named}::text[])
        then ${sql.raw(`',"${name}":'`)} || coalesce((${json})::text, 'null') else '' end`,
  );
  return sql<string>`(${fields.length === 0 ? sql`''` : sql.join(fields, sql` || `)})`;
}

/** The same parts as one JSON object. */
export const includedParts = (includes: Includes): SQL<JsonText<object>> =>
  sql<JsonText<object>>`'{' || substr(${includedFields(includes)}, 2) || '}'`;

/**
 * The last part that a statement contains: of the first half of the parts, which clients ask for most, or of all;
 * undefined where none is asked for.
 */
export function lastOf(names: readonly string[], include: string | undefined): string | undefined {
  const asked = include?.split(",") ?? [];
  const last = names.findLastIndex((name) => asked.includes(name));
  const half = Math.ceil(names.length / 2) - 1;
  return last < 0 ? undefined : names[last > half ? names.length - 1 : half];
}

/**
 * The parts up to this one, all without it. PostgreSQL prepares to run every part that a text contains, also those
 * that nobody asked for, which took as long as reading a movie; and each text costs every connection a megabyte.
 */
export const partsUpTo = (includes: Includes, last: string | undefined): Includes => {
  const parts = Object.entries(includes);
  const end = parts.findIndex(([name]) => name === last);
  return end < 0 ? includes : Object.fromEntries(parts.slice(0, end + 1));
};
