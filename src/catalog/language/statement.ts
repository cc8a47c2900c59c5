import type { SQL } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { preparedStatement, type Select, type Statement } from "~/db/prepared-statement";
import { type InLanguages, inLanguages, languageValues } from "./collect";
import { localize } from "./localize";

/** A row with an answer, and its tags for `Content-Language`. */
type Answering<Column extends string> = { [Name in Column]: string | null } & {
  content_language?: string;
};

/**
 * The rows of a statement made by `inLanguages` with their answers, the JSON in a column, in the languages of a
 * validated parameter; as they are without one.
 */
export async function localizedRows<Column extends string, Row extends Answering<Column>>(
  db: Db,
  statement: SQL,
  column: Column,
  language: string | undefined,
): Promise<Row[]> {
  const rows = (await db.execute(statement)) as unknown as (Row & InLanguages)[];
  return Array.from(rows, ({ translations, ...row }) => {
    const answer = (row as Record<string, unknown>)[column] as string | null;
    if (answer === null) return row as unknown as Row;
    const { json, ...head } = localize(answer, language, translations);
    return { ...row, [column]: json, ...head } as unknown as Row;
  });
}

/**
 * A statement of fixed text that reads one answer as its column `json`; a second one reads it in the languages
 * asked for.
 */
export function answerStatement<Row extends Answering<"json">>(build: (db: Db) => Statement<Row>) {
  const plain = preparedStatement(build);
  let localized: ReturnType<typeof fixedStatement<string>> | undefined;
  return async (
    db: Db,
    values: Record<string, unknown>,
    { language }: { language?: string | undefined } = {},
  ): Promise<readonly Row[]> => {
    if (language === undefined) return plain(db, values);
    localized ??= fixedStatement(() => {
      const select = build(db) as unknown as Select;
      return inLanguages(select.getSQL(), ["json"], {
        names: Object.keys(select._.selectedFields),
      });
    });
    const statement = localized({ ...values, ...languageValues(language) });
    return localizedRows<"json", Row>(db, statement, "json", language);
  };
}
