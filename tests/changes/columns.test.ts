import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { is, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "~/db/schema";
import { testDatabase } from "../support/database";
import { changesOf, numberAll, stamps } from "./feed";
import { ID, oneOfEach } from "./one-of-each";

setDefaultTimeout(60_000);

const database = await testDatabase();
const { db } = database;
beforeAll(async () => {
  await oneOfEach(database.driver);
  await numberAll(db);
});
afterAll(database.close);

/** What a change of each column is; those of a table not listed here are no change of any entity. */
const expected: Record<string, Record<string, string | string[]>> = {
  keywords: { name: "keyword names" },
  companies: {
    name: "company names",
    "country homepage headquarters": "company facts",
    logo_path: "company artwork",
  },
  watch_providers: {
    name: "provider names",
    display_priority: "provider facts",
    logo_path: "provider artwork",
  },
  people: {
    "name also_known_as biography": "person names",
    "birthday deathday": "person dates",
    "known_for_department gender place_of_birth homepage adult": "person facts",
    popularity: "person audience",
    external_ids: "person external_ids",
    profile_path: "person artwork",
    removed_at: "person lifecycle",
  },
  collections: {
    "name overview": "collection names",
    "poster_path backdrop_path": "collection artwork",
    parts_total: "collection members",
    removed_at: "collection lifecycle",
  },
  movies: {
    "title original_title overview tagline": "movie names",
    release_date: "movie dates",
    "original_language homepage status runtime budget revenue adult origin_countries spoken_languages":
      "movie facts",
    "popularity vote_average vote_count": "movie audience",
    external_ids: "movie external_ids",
    collection_id: "movie collection",
    "poster_path backdrop_path": "movie artwork",
    removed_at: "movie lifecycle",
  },
  series: {
    "title original_title overview tagline": "series names",
    "first_air_date last_air_date last_episode next_episode": "series dates",
    "original_language homepage status series_type in_production number_of_seasons number_of_episodes adult origin_countries spoken_languages":
      "series facts",
    "popularity vote_average vote_count": "series audience",
    external_ids: "series external_ids",
    "poster_path backdrop_path": "series artwork",
    removed_at: "series lifecycle",
  },
  seasons: {
    "title overview": ["season names", "series seasons"],
    air_date: ["season dates", "series seasons"],
    "episode_count episodes_ingested": "season facts",
    vote_average: "season audience",
    external_id: "season external_ids",
    poster_path: "season artwork",
  },
  episodes: {
    "title overview": ["episode names", "series seasons"],
    air_date: ["episode dates", "series seasons"],
    "runtime episode_type production_code": "episode facts",
    "vote_average vote_count": "episode audience",
    external_id: "episode external_ids",
    still_path: "episode artwork",
  },
  alternate_titles: { "position country_code title type": "movie names" },
  videos: {
    "external_id site key name type official language country size published_at position":
      "movie videos",
  },
  offerings: { "country monetization display_priority": "movie offerings" },
  offering_links: { "country link": "movie offerings" },
  content_ratings: { "position country rating descriptors": "series facts" },
  release_dates: {
    "region position release_type is_limited release_date certification note":
      "movie release_dates",
  },
  title_genres: { position: "movie genres" },
  title_companies: { position: "movie companies" },
  credits: {
    "credit_type external_id character department job position episode_count": "movie credits",
  },
  episode_credits: {
    "credit_type external_id character department job position": "episode credits",
  },
  artwork: {
    "type file_path language width height aspect_ratio vote_average vote_count position":
      "movie artwork",
  },
  translations: {
    "language country title overview tagline homepage runtime": "movie translations",
  },
  collection_parts: { position: "collection members" },
  recommendations: { external_id: "movie recommendations" },
  trending_entries: { rank: "trending ranking" },
};

/** Columns that no answer shows, that follow from others, or that are no change of the entity. */
const hidden = new Set(
  `movies.genre_mask movies.genre_labels movies.provider_genres movies.created_at movies.updated_at
  series.genre_mask series.genre_labels series.provider_genres series.created_at series.updated_at
  seasons.season_number seasons.missing_at seasons.created_at seasons.updated_at
  episodes.episode_number episodes.created_at episodes.updated_at people.created_at people.updated_at
  people.external_id collections.external_id companies.external_id keywords.external_id watch_providers.external_id
  companies.company_type artwork.owner_kind translations.owner_kind collections.created_at collections.updated_at
  companies.created_at companies.updated_at title_keywords.kind title_keywords.year title_keywords.status
  movies.removed_adult series.removed_adult people.removed_adult title_keywords.genre_mask title_keywords.adult recommendations.position trending_entries.kind trending_entries.window
  collection_parts.external_id`.split(/\s+/),
);

/** Another value of the type of a column. */
function otherValue(column: PgColumn): string {
  const name = `"${column.name}"`;
  const type = column.getSQLType();
  if (column.enumValues !== undefined && column.columnType === "PgEnumColumn") {
    return `(select label from unnest(enum_range(null::${type})) label where label is distinct from ${name} order by label limit 1)`;
  }
  if (type === "uuid") return `case when ${name} is null then '${ID.collection}'::uuid end`;
  if (type === "boolean") return `${name} is not true`;
  if (type === "jsonb") return `jsonb_build_object('value', coalesce(${name}, '{}'))`;
  if (type === "text[]") return `coalesce(${name}, '{}') || array['more']`;
  if (type === "text") return `coalesce(${name}, '') || 'A'`;
  if (type === "date") return `coalesce(${name}, '2000-01-01') + 1`;
  if (type.startsWith("timestamp")) return `coalesce(${name}, '2000-01-01') + interval '1 day'`;
  return `coalesce(${name}, 0) + 1`;
}

const tables = Object.values(schema as Record<string, unknown>)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table as PgTable));

describe("what a change of a column is", () => {
  for (const { name: table, columns } of tables) {
    const known = expected[table];
    if (known === undefined) continue;
    test(`N59, N62: each column of ${table} changes its groups and moves updated_at, or is known as hidden`, async () => {
      const groups = new Map(
        Object.entries(known).flatMap(([names, changed]) =>
          names.split(" ").map((name) => [name, [changed].flat()]),
        ),
      );
      const settled = columns.filter(
        ({ name, generated }) =>
          !groups.has(name) &&
          (generated !== undefined || /^(id|.*_id|provider)$/.test(name)) === false,
      );
      expect(
        settled.map(({ name }) => `${table}.${name}`).filter((name) => !hidden.has(name)),
      ).toEqual([]);
      for (const column of columns.filter(({ name }) => groups.has(name))) {
        const before = await stamps(db);
        const change = sql.raw(`update ${table} set "${column.name}" = ${otherValue(column)}`);
        const changed = await changesOf(db, () => db.execute(change));
        expect([column.name, ...changed]).toEqual([
          column.name,
          ...(groups.get(column.name) ?? []),
        ]);
        const moved = [...(await stamps(db))].filter(([id, at]) => before.get(id) !== at);
        const told = changed.filter((text) => !/^(keyword|provider|trending)/.test(text));
        expect([column.name, moved.length]).toEqual([column.name, told.length]);
        const same = sql.raw(`update ${table} set "${column.name}" = "${column.name}"`);
        expect(await changesOf(db, () => db.execute(same))).toEqual([]);
      }
    });
  }

  test("N62: what only lists and counters read is no change", async () => {
    const before = await stamps(db);
    const work = () =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`update movies set genre_mask = genre_mask | 1024, genre_labels = '[]', provider_genres = '[]'`,
        );
        await tx.execute(sql`update seasons set missing_at = now()`);
        await tx.execute(sql`update title_keywords set year = 1901`);
        await tx.execute(sql`update trending_lists set refreshed_at = now()`);
      });
    expect(await changesOf(db, work)).toEqual([]);
    expect(await stamps(db)).toEqual(before);
  });
});
