import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sqlState } from "~/db/failure";
import { migrateDatabase } from "~/db/migrate";
import { databaseEnv, providerEnv, serving } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { type TestDatabase, testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { laterRelease } from "./later-release";

setDefaultTimeout(60_000);

const MOVIES = 15;

/** What a later release might bring: columns, and an index that takes 0.15 s a movie, over 2 s. */
const LATER = `
create function slowly(t text) returns text language plpgsql immutable as
  'begin perform pg_sleep(0.15); return t; end';
--> statement-breakpoint
alter table titles add column later text;
--> statement-breakpoint
alter table movies add column later integer not null default 7;
--> statement-breakpoint
alter table ratings add column later text;
--> statement-breakpoint
alter table jobs add column later text;
--> statement-breakpoint
create index concurrently movies_later on movies (slowly(title));`;

/** Calls one after the other until told to stop, or until nobody answers. */
function caller(ask: () => Promise<Response>) {
  const statuses = new Set<number | "none">();
  let slowest_ms = 0;
  let calls = 0;
  let stopping = false;
  const going = (async () => {
    while (!stopping) {
      const start = performance.now();
      const answer = await ask();
      await answer.arrayBuffer();
      slowest_ms = Math.max(slowest_ms, performance.now() - start);
      statuses.add(answer.status);
      calls += 1;
      await Bun.sleep(10);
    }
  })().catch(() => statuses.add("none"));
  return async () => {
    stopping = true;
    await going;
    return { statuses: [...statuses], slowest_ms, calls };
  };
}

/** As a start does, which tries again where the tables were in use. */
const gaveNoWay = (migrated: Promise<void>): Promise<boolean> =>
  migrated.then(
    () => true,
    (error) => {
      if (sqlState(error) === "55P03") return false;
      throw error;
    },
  );

async function ingested(database: TestDatabase): Promise<number> {
  const [row] = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from jobs where kind = 'movie' and status = 'succeeded'`,
  );
  return row?.n ?? 0;
}

test("F29: columns and an index come while a release that does not know them serves: no answer over 2 s, none of 5xx", async () => {
  await using database = await testDatabase();
  await using provider = standIn();
  await using later = await laterRelease(LATER);
  await using service = await serving({
    ...databaseEnv(database),
    ...providerEnv(provider),
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_SEARCH: "0",
    RATE_LIMIT_ADMIN: "0",
  });
  const ingest = (external_id: number, runtime: number) => {
    provider.serve(`/movie/${external_id}`, movieBody({ id: external_id, runtime }));
    return service.call("POST", "/api/v1/admin/ingest/movie", { external_id });
  };
  for (let id = 1; id <= MOVIES; id += 1) await ingest(id, 100);
  while ((await ingested(database)) < MOVIES) await Bun.sleep(20);
  const listed = await (await service.call("GET", "/api/v1/movies")).json();
  const { id: movie } = (listed as { results: { id: string }[] }).results[0] ?? { id: "" };
  const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
  const registered = await service.call("POST", "/api/v1/auth/register", account);
  const { access_token } = (await registered.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const rate = () =>
    fetch(`${service.url}/api/v1/movies/${movie}/rating`, {
      method: "PUT",
      headers,
      body: '{"value":7}',
    });

  let runtime = 100;
  const stops = [
    caller(() => service.call("GET", "/api/v1/movies?sort_by=title.asc")),
    caller(() => service.call("GET", `/api/v1/movies/${movie}`)),
    caller(() => service.call("GET", "/api/v1/search?query=movie")),
    caller(rate),
    caller(() => ingest((runtime % MOVIES) + 1, ++runtime)),
  ];
  const start = performance.now();
  while (!(await gaveNoWay(migrateDatabase(database.address, later.folder)))) await Bun.sleep(500);
  const built_ms = performance.now() - start;
  await Bun.sleep(200);
  const told = await Promise.all(stops.map((stop) => stop()));

  expect(built_ms).toBeGreaterThan(MOVIES * 150);
  expect(told.map(({ statuses }) => statuses)).toEqual([[200], [200], [200], [200], [202]]);
  expect(Math.max(...told.map(({ slowest_ms }) => slowest_ms))).toBeLessThan(2_000);
  expect(Math.min(...told.map(({ calls }) => calls))).toBeGreaterThan(20);
  const [index] = await database.db.execute(sql`
    select indisvalid as valid from pg_index where indexrelid = 'movies_later'::regclass`);
  expect(index).toEqual({ valid: true });
  expect(service.process.exitCode).toBeNull();
});

test("F29: an index whose building was cut off is built by the next start, however many start", async () => {
  await using database = await testDatabase();
  await using later = await laterRelease(
    "create unique index concurrently users_later on users (display_name);",
  );
  const { db, address } = database;
  await db.execute(sql`
    insert into users (id, email, password_hash, display_name) values
      (gen_random_uuid(), 'a@example.org', '', 'same'), (gen_random_uuid(), 'b@example.org', '', 'same')`);
  const start = () => migrateDatabase(address, later.folder);
  await expect(start()).rejects.toMatchObject({ code: "23505" });
  await db.execute(sql`update users set display_name = email`);
  await Promise.all([start(), start(), start(), start()]);
  const rows = await db.execute(sql`
    select relname::text as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
    where relname like 'users_later%'`);
  expect([...rows]).toEqual([{ name: "users_later", valid: true }]);
});

test("an index that a later migration drops is not built again", async () => {
  await using database = await testDatabase();
  await using later = await laterRelease(`
    create index concurrently if not exists users_later on users (display_name);
    --> statement-breakpoint
    drop index if exists users_later;`);
  await migrateDatabase(database.address, later.folder);
  const [row] = await database.db.execute(sql`select to_regclass('users_later') as index`);
  expect(row).toEqual({ index: null });
});
