import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { bounds } from "~/bounds";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { collections, episodes, movies, people, seasons, series, translations } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";
import type { Translation } from "./model";

/** The language as clients name it: `fr-CA`, or `fr` where no country is known. */
const language =
  sql`${translations.language} || case ${translations.country} when '' then '' else '-' || ${translations.country} end`.as(
    "language",
  );
const { title, overview, tagline, homepage, runtime } = translations;
const ofTitle = { language, title, overview, tagline, homepage, runtime };
const ofPart = { language, title, overview };

/** The columns of a translation of each kind, in the order of its model. */
const columns: Record<TranslatedKind, Record<string, PgColumn | SQL.Aliased>> = {
  movie: ofTitle,
  series: ofTitle,
  season: ofPart,
  episode: ofPart,
  person: { language, biography: sql`${overview}`.as("biography") },
  collection: { language, name: sql`${title}`.as("name"), overview, homepage },
};

/** The translations of a record, as the JSON array that answers contain; `[]` when there are none. */
export const translationsOf = <Kind extends TranslatedKind>(
  kind: Kind,
  owner_id: SQLWrapper,
): SQL<Translation[Kind][]> =>
  jsonArray(
    subquery
      .select(columns[kind])
      .from(translations)
      .where(eq(translations.owner_id, owner_id))
      // By code, whatever the language of the database.
      .orderBy(sql`${translations.language} collate "C"`, sql`${translations.country} collate "C"`),
    bounds.translations,
  ) as SQL<unknown> as SQL<Translation[Kind][]>;

/** The translations of a record as one JSON object, as answers about it include them. */
export const translationsJson = <Kind extends TranslatedKind>(
  kind: Kind,
  owner_id: SQLWrapper,
): SQL<{ results: Translation[Kind][] }> => jsonRow({ results: translationsOf(kind, owner_id) });

const tables = {
  movie: movies,
  series,
  season: seasons,
  episode: episodes,
  person: people,
  collection: collections,
} satisfies Record<TranslatedKind, PgTable & { id: PgColumn }>;

const statement = (kind: TranslatedKind) => {
  const table: PgTable & { id: PgColumn } = tables[kind];
  const answer = {
    json: jsonText(
      jsonRow({ id: publicId(kind, table.id), results: translationsOf(kind, table.id) }),
    ),
  };
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
} satisfies Record<TranslatedKind, unknown>;

type Translations<Kind extends TranslatedKind> = { id: string; results: Translation[Kind][] };

/** The translations of a record, in one statement; undefined when there is no such record. */
export async function getTranslations<Kind extends TranslatedKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<JsonRecord<Translations<Kind>> | undefined> {
  const [row] = await statements[kind](db, { id });
  return row as JsonRecord<Translations<Kind>> | undefined;
}
