import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue } from "~/jobs/queue";
import { succeed } from "~/jobs/settlement";
import { claimed, result } from "../../jobs/records";
import { testService } from "../../support/service";
import { type HotService, hotService } from "./hot-service";

setDefaultTimeout(30_000);

let service: HotService;
beforeAll(async () => {
  service = await hotService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Tables that no public read shows anything of, and those that only say where in a list its titles are. */
const untold = [
  "change_counter",
  "change_list_entries",
  "change_lists",
  "changes",
  "changes_pending",
  "cron_slots",
  "external_refs",
  "import_entries",
  "imports",
  "jobs",
  "list_blocks",
  "list_marks",
  "list_starts",
  "login_failures",
  "login_networks",
  "movie_moves",
  "person_moves",
  "planned_calls",
  "popular_titles",
  "provider_pace",
  "rate_windows",
  "ratings",
  "refresh_rules",
  "refresh_state",
  "search_index",
  "search_outbox",
  "series_moves",
  "users",
  "watchlist_entries",
];

describe("changes that are told", () => {
  test("every table either tells of its changes or is none that a public read shows", async () => {
    const rows = await service.db.execute<{ name: string; triggers: number }>(sql`
      select relname as name, count(distinct tgname)::int as triggers
      from pg_class left join pg_trigger on tgrelid = pg_class.oid and tgname like 'catalog_changed%'
      where relkind = 'r' and relnamespace = 'public'::regnamespace group by relname`);
    const by = (triggers: number) =>
      rows.filter((row) => row.triggers === triggers).map(({ name }) => name);
    expect(by(0).toSorted()).toEqual(untold);
    expect(by(3)).toHaveLength(rows.length - untold.length);
  });

  /** What is told of the statements of one transaction. */
  async function told(statements: string): Promise<number> {
    const { emptied, dropped } = service.hot.counts;
    const connection = await service.driver.reserve();
    await connection.unsafe(statements).simple();
    connection.release();
    await service.caughtUp();
    const now = service.hot.counts;
    return now.emptied - emptied + (now.dropped - dropped);
  }

  test("a transaction is told once, however much it changes", async () => {
    expect(
      await told("insert into keywords (id, external_id, name) values (gen_random_uuid(), 1, 'a')"),
    ).toBe(1);
    const two =
      "insert into keywords (id, external_id, name) select gen_random_uuid(), n, 'k' || n from generate_series(2, 500) n";
    expect(
      await told(
        `begin; ${two}; update keywords set name = name || 'x'; delete from keywords where external_id > 9; commit`,
      ),
    ).toBe(1);
    expect(await told("update keywords set name = name || '!'")).toBe(1);
    expect(await told("delete from keywords")).toBe(1);
  });

  test("statements that change no row, and those that are rolled back, are not told", async () => {
    await told("insert into keywords (id, external_id, name) values (gen_random_uuid(), 1, 'a')");
    expect(await told("update keywords set name = name")).toBe(0);
    expect(await told("delete from keywords where external_id = 2")).toBe(0);
    expect(
      await told(
        "insert into keywords (id, external_id, name) values (gen_random_uuid(), 1, 'a') on conflict do nothing",
      ),
    ).toBe(0);
    expect(await told("begin; delete from keywords; rollback")).toBe(0);
    expect(await told("begin; savepoint s; delete from keywords; rollback to s; commit")).toBe(0);
    expect(
      await told(
        "begin; savepoint s; delete from keywords; rollback to s; delete from keywords; commit",
      ),
    ).toBe(1);
    expect(await told("update jobs set updated_at = now()")).toBe(0);
    expect(await told("truncate keywords cascade")).toBe(1);
  });

  test("a counter that was made right again is told", async () => {
    await service.addMovie("Counted", 900);
    await told("update title_counts set n = n + 1");
    expect(await told("select recount_catalog()")).toBe(1);
  });
});

describe("a commit", () => {
  test("is seen by every process within 100 ms, from whatever client it came", async () => {
    await using other = await testService({ database: service, hot: service.address });
    while (!(await other.hot?.changes.becomesCurrent())) await Bun.sleep(5);
    const movie = await service.addMovie("First", 1);
    const uuid = movie.slice("movie_".length);
    const titleIn = async (at: typeof other | HotService) =>
      (await at.get<{ title: string }>(`/movies/${movie}`)).body.title;
    for (let n = 0; n < 20; n += 1) {
      const title = `Title ${n}`;
      await Promise.all([titleIn(service), titleIn(other)]);
      await service.driver`update movies set title = ${title} where id = ${uuid}`;
      await Bun.sleep(100);
      expect(await Promise.all([titleIn(service), titleIn(other)])).toEqual([title, title]);
    }
    expect(other.hot?.counts.hits).toBeGreaterThanOrEqual(0);
  });

  test("is seen by every request after its job was seen as succeeded", async () => {
    const movie = await service.addMovie("Before", 2);
    const uuid = movie.slice("movie_".length);
    const title = async () => (await service.get<{ title: string }>(`/movies/${movie}`)).body.title;
    for (let n = 0; n < 50; n += 1) {
      const { id, job_id } = await enqueue(service.db, { kind: "movie", external_id: "2" });
      const job = await claimed(service.db);
      expect(job.id).toBe(id);
      await title();
      const work = service.db.transaction(async (tx) => {
        await tx.execute(sql`update movies set title = ${`Run ${n}`} where id = ${uuid}`);
        await succeed(tx, job, { ...result, entity_id: movie });
      });
      let status = "";
      while (status !== "succeeded") {
        const path = n % 2 === 0 ? `/ingest/jobs/${job_id}` : "/ingest/jobs?external_id=2";
        const { body } = await service.operator.get<{
          status: string;
          results?: { status: string }[];
        }>(path);
        status = body.results?.[0]?.status ?? body.status;
        await title();
      }
      expect(await title()).toBe(`Run ${n}`);
      await work;
    }
  });

  test("of an unchanged ingestion forgets the record that it names and keeps the rest", async () => {
    const [one, two] = [await service.addMovie("One", 3), await service.addMovie("Two", 4)];
    const uuid = one.slice("movie_".length);
    await service.driver`
      insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
      values ('movie', '3', ${uuid}, '/movie/3', 'hash', 1, now(), ${uuidv7()}, 1)`;
    await service.caughtUp();
    const read = (movie: string) =>
      service.get<{ last_ingested_at: string | null }>(`/movies/${movie}`);
    const before = (await read(one)).body.last_ingested_at;
    await read(two);
    const { emptied } = service.hot.counts;
    await service.driver`update provenance set fetched_at = now() + interval '1 s', run = 2`;
    await service.caughtUp();
    expect(service.hot.counts.emptied).toBe(emptied);
    const after = await read(one);
    expect(after.headers.has("age")).toBe(false);
    expect(after.body.last_ingested_at).not.toBe(before);
    expect((await read(two)).headers.has("age")).toBe(true);
  });
});
