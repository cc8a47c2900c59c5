/** How one record of any kind is read: plain, or with what a client asks for beside it. */

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type InLanguages, inLanguages } from "~/catalog/language/collect";
import { localize } from "~/catalog/language/localize";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { type JsonText, joinObjects } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import type { JsonRecord } from "~/http/json-answer";
import { type Asked, askedValues, asksForMore, showsUntold } from "./asked";
import { type Includes, includedParts, lastOf, PART_OF_PLAIN, partsUpTo } from "./includes";
import { refuseTooLarge } from "./size";

/** How the records of a kind are read; `parts` are JSON objects as texts, which `assemble` makes one of. */
type Description<T, Parts> = {
  /** What stands after FROM. */
  from: SQL;
  /** The UUID of a record, a column of `from`. */
  id: SQLWrapper;
  public_id: SQL<string>;
  /** When a record last changed, RFC 3339; absent for kinds that do not know. */
  updated_at?: SQL<string>;
  parts: { [Name in keyof Parts]: SQL<Parts[Name]> };
  /** Parts that read otherwise when one of the includes that stand in them can be asked for. */
  parts_with_more?: NoInfer<{ [Name in keyof Parts]?: SQL<Parts[Name]> }>;
  assemble: (parts: Parts, public_id: string) => JsonText<T>;
  /** What a client may include, by name and in the order of the answer. */
  includes: Includes;
};

/** How the records of a kind are read, one or many. */
export type RecordSource<T> = {
  /** What stands after FROM. */
  from: SQL;
  /** The UUID of a record, a column of `from`. */
  id: SQLWrapper;
  includes: Includes;
  /** The names of its parts among the columns of a row. */
  parts: readonly string[];
  /**
   * The columns of a {@link RecordRow}; `more` adds what the parameter `include` names, as far as it is up to
   * `last` in the order of the includes, if that is given.
   */
  columns: (more: boolean, last?: string) => SQL;
  /** The columns that are JSON, with more. */
  texts: readonly string[];
  /**
   * The record of such a row, in the language asked for where the row has its translations. Refuses with 422 what
   * is too large because of what it includes.
   */
  read: (row: RecordRow, asked?: Asked) => JsonRecord<T>;
};

/** The columns of a record, whose other columns are the parts of its kind. */
export type RecordRow = InLanguages & {
  /** The public id. */
  id: string;
  updated_at: string | null;
  included?: JsonText<object>;
};

/** How the records of a kind are read. */
export function recordSource<T, Parts extends Record<string, JsonText<unknown>>>(
  description: Description<T, Parts>,
): RecordSource<T> {
  const { from, id, public_id, updated_at = sql`null`, parts, assemble, includes } = description;
  const fields: Record<string, SQL> = { id: public_id, updated_at, ...parts };
  const fieldsWithMore = (last: string | undefined): Record<string, SQL> => {
    const some = partsUpTo(includes, last);
    const inside = Object.values(some).includes(PART_OF_PLAIN) && description.parts_with_more;
    return { ...fields, ...inside, included: includedParts(some) };
  };
  const named = (columns: Record<string, SQL>) =>
    sql.join(
      Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
      sql`, `,
    );
  return {
    from,
    id,
    includes,
    parts: Object.keys(parts),
    columns: (more, last) => named(more ? fieldsWithMore(last) : fields),
    texts: [...Object.keys(parts), "included"],
    read: (row, asked = {}) => {
      const { id, updated_at, included, translations } = row;
      const plain = assemble(row as unknown as Parts, id) as JsonText<object>;
      if (included !== undefined) refuseTooLarge(plain, included);
      const json = included === undefined ? plain : joinObjects(plain, included);
      return {
        ...localize(json as JsonText<T>, asked.language, translations),
        ...(updated_at !== null && { updated_at }),
        ...showsUntold(asked),
      };
    },
  };
}

/** The statements of a reader, and its first row: planning or running more than is asked for takes longer than reading. */
function firstRow<Row>(source: RecordSource<unknown>, select: (columns: SQL) => SQL) {
  const names = Object.keys(source.includes);
  const write = (last: string | undefined, isInLanguage: boolean): SQL => {
    const record = select(source.columns(last !== undefined, last));
    const texts = last === undefined ? source.parts : source.texts;
    return isInLanguage ? inLanguages(record, texts) : record;
  };
  const statements = new Map<string, ReturnType<typeof fixedStatement<string>>>();
  return async (db: Db, values: object, asked: Asked): Promise<Row | undefined> => {
    const last = lastOf(names, asked.include);
    const isInLanguage = asked.language !== undefined;
    const key = `${last} ${isInLanguage}`;
    const text = statements.get(key) ?? fixedStatement<string>(() => write(last, isInLanguage));
    statements.set(key, text);
    const more = asksForMore(asked) ? askedValues(asked) : {};
    const [row] = await db.execute(text({ ...more, ...values }));
    return row as Row | undefined;
  };
}

/** Reads a record by its UUID in one statement; undefined when there is none. */
export function recordReader<T>(source: RecordSource<T>) {
  const read = firstRow<RecordRow>(
    source,
    (columns) => sql`select ${columns} from ${source.from} where ${source.id} = ${parameter("id")}`,
  );
  return async (db: Db, id: string, asked: Asked = {}): Promise<JsonRecord<T> | undefined> => {
    const row = await read(db, { id }, asked);
    return row && source.read(row, asked);
  };
}

/** A record that belongs to another, null where there is none, with columns of its owner. */
export type OwnedRecord<T, Owner> = Owner & { record: JsonRecord<T> | null };

/**
 * Reads a record that belongs to another: `owner` is a SELECT of at most one row, `where` finds the record.
 * Undefined when there is no owner.
 */
export function ownedRecordReader<T, Owner extends object = object>(
  source: RecordSource<T>,
  { owner, where }: { owner: SQL; where: SQL },
) {
  const read = firstRow<Owner & (RecordRow | { id: null })>(
    source,
    (columns) => sql`select * from (${owner}) owner
      left join lateral (select ${columns} from ${source.from} where ${where}) record on true`,
  );
  return async (
    db: Db,
    values: object,
    asked: Asked = {},
  ): Promise<OwnedRecord<T, Owner> | undefined> => {
    const row = await read(db, values, asked);
    return row && { ...row, record: row.id === null ? null : source.read(row, asked) };
  };
}
