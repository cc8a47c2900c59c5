/** How a page of a list is read: plain, or with what a client asks for beside it. */

import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { inLanguages } from "~/catalog/language/collect";
import { localizedRows } from "~/catalog/language/statement";
import type { IncludesOf } from "~/catalog/titles/list-includes";
import { type Db, isRare, rare } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { preparedStatement, type Select, type Statement } from "~/db/prepared-statement";
import { type Asked, askedValues, asksForMore } from "./asked";
import { includedFields } from "./includes";

const dialect = new PgDialect();

/**
 * The results of a page, each with what is included at its end. The text of a result is taken as it is: nothing
 * parses what it does not have to, neither here nor in PostgreSQL.
 */
const resultsWith = (includesOf: IncludesOf): SQL => sql`(
  select '[' || coalesce(string_agg(
    left(item.text, -1) || ${includedFields(includesOf(sql`item.record_id`))} || '}', ',' order by item.n), '') || ']'
  from (
    select value::text as text, right(value ->> 'id', 32)::uuid as record_id, n
    from json_array_elements(page.results::json) with ordinality as listed(value, n) offset 0
  ) item)`;

/** What a text reads beside the plain page. */
type More = { includesOf: IncludesOf | undefined; isInLanguage: boolean };

/**
 * A SELECT of one page with what is asked for: its columns in their order, `results` with more in it. OFFSET 0
 * keeps the plain page a table of its own: whoever names its results a second time does not read them twice.
 */
function withMore(select: Select, { includesOf, isInLanguage }: More): SQL {
  const plain = select.getSQL();
  const names = Object.keys(select._.selectedFields);
  const columns = names.map((name) => {
    if (name !== "results") return sql`page.${sql.identifier(name)}`;
    return sql`${includesOf === undefined ? sql`page.results` : resultsWith(includesOf)} as results`;
  });
  const list = sql.join(names.map(sql.identifier), sql`, `);
  const page = sql`select ${sql.join(columns, sql`, `)}
    from (select * from (${plain}) listed(${list}) offset 0) page`;
  const read = isInLanguage ? inLanguages(page, ["results"]) : page;
  return sql`${read} ${isRare(dialect.sqlToQuery(plain).sql) ? rare : sql``}`;
}

/**
 * A statement of fixed text that reads one page of a list: the column `results` is a JSON array. With `asked`,
 * another statement of fixed text reads the same page with what is asked for, of `includesOf` where the list has
 * includes. Includes and languages have texts of their own, and one for both: planning all that can be included takes
 * longer than reading, and so does looking for languages that nobody asked for.
 */
export function pageStatement<Row extends { results: string }>(
  build: (db: Db) => Statement<Row>,
  includesOf?: IncludesOf,
) {
  const plain = preparedStatement(build);
  const statementWith = (more: More) => {
    let text: ReturnType<typeof fixedStatement<string>> | undefined;
    return (db: Db, values: Record<string, unknown>): SQL => {
      text ??= fixedStatement(() => withMore(build(db) as unknown as Select, more));
      return text(values);
    };
  };
  const included = statementWith({ includesOf, isInLanguage: false });
  const inLanguage = statementWith({ includesOf: undefined, isInLanguage: true });
  const both = statementWith({ includesOf, isInLanguage: true });
  const textFor = ({ include, language }: Asked) => {
    if (include === undefined) return inLanguage;
    return language === undefined ? included : both;
  };
  return async (
    db: Db,
    values: Record<string, unknown>,
    asked: Asked = {},
  ): Promise<readonly Row[]> => {
    if (!asksForMore(asked)) return plain(db, values);
    const statement = textFor(asked)(db, { ...values, ...askedValues(asked) });
    return localizedRows<"results", Row>(db, statement, "results", asked.language);
  };
}
