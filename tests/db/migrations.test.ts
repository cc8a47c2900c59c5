import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { getTableColumns, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { connect, type DatabaseAddress } from "~/db/client";
import { migrateDatabase, SchemaTooNew } from "~/db/migrate";
import * as schema from "~/db/schema";
import journal from "../../drizzle/meta/_journal.json";
import { emptyDatabase, testDatabase } from "../support/database";

setDefaultTimeout(30_000);

const folder = join(import.meta.dir, "../../drizzle");
const tables = Object.values(schema as Record<string, unknown>).filter((value) =>
  is(value, PgTable),
);

const last = journal.entries.at(-1)?.tag ?? "";
const snapshot = await Bun.file(
  join(folder, `meta/${last.replace(/_.*/, "")}_snapshot.json`),
).json();

const applied = async (address: DatabaseAddress) => {
  const driver = connect(address, { max: 1 });
  try {
    return await driver`select created_at::text as when from drizzle.__drizzle_migrations order by id`;
  } finally {
    await driver.end();
  }
};

describe.concurrent("drizzle/", () => {
  test("every SQL file is in the journal, each later than the one before", () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(names.sort());
    const moments = journal.entries.map(({ when }) => when);
    expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
    expect(journal.entries.map(({ idx }) => idx)).toEqual(names.map((_, index) => index));
  });

  test("F29: from the first release on, an index on a table of an earlier migration is built beside writers", async () => {
    // Before it nobody served while these were applied.
    const before = journal.entries.findIndex(({ tag }) => tag.endsWith("genre_masks_when_touched"));
    for (const { tag } of journal.entries.slice(before + 1)) {
      const text = await Bun.file(join(folder, `${tag}.sql`)).text();
      const made = [...text.matchAll(/create (?:unlogged )?table "?(\w+)/gi)].map(
        ([, name]) => name,
      );
      const indexed = [
        ...text.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on "?(\w+)/gi),
      ];
      expect(indexed.map(([, table]) => table).filter((table) => !made.includes(table))).toEqual(
        [],
      );
    }
  });

  test("the tables of src/db/schema need no further migration", async () => {
    const current = generateDrizzleJson(schema, snapshot.id, undefined);
    expect(await generateMigration(snapshot, current)).toEqual([]);
  });

  test("the migrated database has exactly the columns that the code names", async () => {
    await using database = await testDatabase();
    // What drizzle cannot state is written by hand: unlogged tables and those of the search.
    const rows = await database.db.execute<{ name: string; nullable: boolean }>(sql`
      select relname || '.' || attname as name, not attnotnull as nullable
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
        and relname not like 'search\\_%' and attnum > 0 and not attisdropped`);
    const named = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        name: `${getTableConfig(table).name}.${column.name}`,
        nullable: !column.notNull,
      })),
    );
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect([...rows].sort(byName)).toEqual(named.sort(byName));
    expect(tables.length).toBeGreaterThan(30);
  });

  test("search and alphabetical order have what they need", async () => {
    await using database = await testDatabase();
    const [found] = await database.db.execute(sql`
      select array(select extname::text from pg_extension where extname in ('pg_trgm', 'unaccent') order by 1)::text as extensions,
        (select collprovider = 'i' and not collisdeterministic from pg_collation where collname = 'name_order') as name_order,
        array(select name from unnest(array['Zorro', 'élan', 'alien', 'Elm', 'eject']) name
          order by name collate name_order)::text as ordered`);
    expect(found).toEqual({
      extensions: "{pg_trgm,unaccent}",
      name_order: true,
      ordered: "{alien,eject,élan,Elm,Zorro}",
    });
  });
});

describe.concurrent("migrateDatabase", () => {
  test("T19: 8 replicas that start together on an empty database all succeed", async () => {
    await using database = await emptyDatabase();
    await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(database.address)));
    const moments = journal.entries.map(({ when }) => ({ when: String(when) }));
    expect([...(await applied(database.address))]).toEqual(moments);
  });

  test("a second run changes nothing", async () => {
    await using database = await testDatabase();
    const before = await applied(database.address);
    await database.db.execute(sql`insert into keywords (id, external_id, name)
      values ('01980000-0000-7000-8000-0000000000aa', 1, 'kept')`);
    await migrateDatabase(database.address);
    expect([...(await applied(database.address))]).toEqual([...before]);
    const kept = await database.db.execute(sql`select name from keywords`);
    expect([...kept]).toEqual([{ name: "kept" }]);
  });

  test("S27: on a current database it needs no right to change tables", async () => {
    await using database = await testDatabase();
    if (!("path" in database.address)) throw new Error("the test server listens on a socket");
    const { db, address, name } = database;
    const role = `${name}_app`;
    await db.execute(sql.raw(`create role ${role} login`));
    try {
      await db.execute(sql.raw(`grant usage on schema public, drizzle to ${role}`));
      await db.execute(sql.raw(`grant select on drizzle.__drizzle_migrations to ${role}`));
      await migrateDatabase({ ...address, user: role });
      const driver = connect({ ...address, user: role }, { max: 1 });
      await expect(driver`create table more (n int)`.execute()).rejects.toMatchObject({
        code: "42501",
      });
      await driver.end();
    } finally {
      await db.execute(sql.raw(`drop owned by ${role}`));
      await db.execute(sql.raw(`drop role ${role}`));
    }
  });

  test("P15: a database that a newer release migrated is refused, and left as it is", async () => {
    await using database = await testDatabase();
    await database.db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12::bigint)`);
    await expect(migrateDatabase(database.address)).rejects.toBeInstanceOf(SchemaTooNew);
    expect(await applied(database.address)).toHaveLength(journal.entries.length + 1);
  });

  test("F28: a migration that fails leaves nothing behind, and the next start succeeds", async () => {
    await using database = await emptyDatabase();
    await database.db.execute(sql`create table jobs (in_the_way int)`);
    await expect(migrateDatabase(database.address)).rejects.toThrow();
    const left = await database.db.execute(sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    expect([...left]).toEqual([{ relname: "jobs" }]);
    await database.db.execute(sql`drop table jobs`);
    await migrateDatabase(database.address);
    expect(await applied(database.address)).toHaveLength(journal.entries.length);
  });
});
