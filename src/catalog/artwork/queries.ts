import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/db/client";
import { jsonRow, jsonText } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import { type IllustratedKind, type ImagesOf, imageLists, tables } from "./lists";
import { type ArtworkQuery, artworkValues } from "./parameters";

/** Kinds whose answers began without the id of the record. */
const withoutId: readonly IllustratedKind[] = ["movie", "series"];

const statement = (kind: IllustratedKind) => {
  const table: PgTable & { id: PgColumn } = tables[kind];
  const id = withoutId.includes(kind) ? {} : { id: publicId(kind, table.id) };
  const answer = { json: jsonText(jsonRow({ ...id, ...imageLists(kind) })) };
  return preparedStatement((db) =>
    db
      .select(answer)
      .from(table)
      .where(eq(table.id, parameter("id"))),
  );
};
const statements = {
  movie: statement("movie"),
  series: statement("series"),
  season: statement("season"),
  episode: statement("episode"),
  person: statement("person"),
  collection: statement("collection"),
  company: statement("company"),
} satisfies Record<IllustratedKind, unknown>;

/** The images of a record by type, as far as they are asked for, in one statement; undefined without such a record. */
export async function getImages<Kind extends IllustratedKind>(
  db: Db,
  kind: Kind,
  id: string,
  query: ArtworkQuery,
): Promise<JsonRecord<ImagesOf<Kind>> | undefined> {
  const [row] = await statements[kind](db, { id, ...artworkValues(query) });
  return row as JsonRecord<ImagesOf<Kind>> | undefined;
}
