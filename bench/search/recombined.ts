import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { kindNumber, type SearchedKind } from "~/search/kinds";
import { refreshAllNames } from "~/search/names";
import { insert } from "./bulk";

const PEOPLE = 890_000;
const TITLES = 1_035_000;
const BATCH = 50_000;

/** A pseudorandom number below 1 with a fixed seed (mulberry32), so that every run has the same names. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = seeded(11);
const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

/** As in a real catalog, most are hardly known: 94 % below 0.25, the others up to 0.4. */
const prominence = () => (random() < 0.94 ? 0.25 * random() ** 1.5 : 0.25 + 0.15 * random());

/** The names of a kind, as the search has them. */
async function namesOf(db: Db, kind: SearchedKind): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select name from search_name where kind = ${kindNumber(kind)} and name_type = 0 order by name`);
  return rows.map(({ name }) => name);
}

/** Half of a title, at a space. */
function half(title: string, first: boolean): string {
  const words = title.split(" ");
  const middle = Math.ceil(words.length / 2);
  return (first ? words.slice(0, middle) : words.slice(-middle)).join(" ");
}

/** A title with one letter of one of its words replaced. */
function changed(title: string): string {
  const at = Math.floor(random() * title.length);
  return title.slice(0, at) + one([..."aeiourstlnk"]) + title.slice(at + 1);
}

const numerals = ["2", "3", "4", "II", "III", "IV", "Part Two"];
const forms: readonly ((titles: readonly string[]) => string)[] = [
  (titles) => `${half(one(titles), true)} ${half(one(titles), false)}`,
  (titles) => `${half(one(titles), true)} ${half(one(titles), false)}`,
  (titles) => changed(`${half(one(titles), true)} ${half(one(titles), false)}`),
  (titles) => one(titles),
  (titles) => `${one(titles)}: ${half(one(titles), false)}`,
  (titles) => `${one(titles)} ${one(numerals)}`,
];

/**
 * Adds names to a catalog that was filled from bulk data until it is as large as the provider's: people with
 * first and last names recombined, and titles made of halves of others, reused, continued or changed. Then
 * indexes them for search.
 */
export async function loadRecombined(db: Db): Promise<void> {
  const people = (await namesOf(db, "person")).map((name) => name.split(" "));
  const pairs = people.filter(({ length }) => length === 2) as [string, string][];
  await inBatches(db, PEOPLE, async (tx, count, from) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: uuidv7(),
      external_id: from + n,
      name: `${one(pairs)[0]} ${one(pairs)[1]}`,
      popularity: 68 ** (prominence() / 0.72) - 1,
    }));
    await insert(tx, sql`people`, "id uuid, external_id int, name text, popularity float8", rows);
  });
  await loadTitles(db, "movie", "movies", "release_date", Math.round(TITLES * 0.75));
  await loadTitles(db, "series", "series", "first_air_date", Math.round(TITLES * 0.25));
  await db.execute(sql`vacuum analyze`);
  await refreshAllNames(db);
  await db.execute(sql`vacuum analyze search_name`);
  await db.execute(sql`vacuum analyze search_word`);
}

async function loadTitles(
  db: Db,
  kind: "movie" | "series",
  table: string,
  date: string,
  many: number,
): Promise<void> {
  const titles = (await namesOf(db, kind)).filter(({ length }) => length < 60);
  await inBatches(db, many, async (tx, count, from) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      kind,
      id: uuidv7(),
      external_id: from + n,
      title: one(forms)(titles),
      [date]: random() < 0.95 ? `${1930 + Math.floor(96 * random() ** 0.5)}-06-01` : undefined,
      vote_count: Math.round(40_001 ** prominence() - 1),
    }));
    await insert(tx, sql`titles`, "id uuid, kind title_kind, external_id int", rows);
    const columns = `id uuid, title text, ${date} date, vote_count int`;
    await insert(tx, sql.identifier(table), columns, rows);
  });
}

type Fill = (tx: Db, count: number, from: number) => Promise<void>;

/** Fills without triggers, which would count the lists anew for each statement; ids start above the provider's. */
async function inBatches(db: Db, many: number, fill: Fill): Promise<void> {
  for (let done = 0; done < many; done += BATCH) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await fill(tx, Math.min(BATCH, many - done), 1_000_000_000 + done);
    });
  }
}
