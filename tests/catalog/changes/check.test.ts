import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Checked } from "~/catalog/changes/model";
import type { Db } from "~/db/client";
import { codeOf } from "../../support/client";
import { type TestService, testService } from "../../support/service";
import { publicId, uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";
import { tell } from "./feed";

setDefaultTimeout(30_000);

const check = async (service: TestService, body: object): Promise<Checked> => {
  const answer = await service.post<Checked>("/changes/check", body);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return answer.body;
};

async function given(db: Db): Promise<void> {
  await givenMovie(db, 1);
  await givenMovie(db, 2);
  await givenSeries(db, 3, { external_ids: { tvdb: 77 } });
  await givenPerson(db, 4, "Mara");
  await db.execute(sql`delete from changes`);
  await db.execute(sql`delete from changes_pending`);
  await db.execute(sql`update change_counter set sequence = 0`);
  await tell(db, { n: 1 }, { n: 2 }, { kind: "series", n: 3 }, { kind: "person", n: 4 });
}

const refs = ["person/tmdb:4", "movie/tmdb:2", publicId("movie", 1), "series/tvdb:77"];

describe("POST /changes/check", () => {
  test("N67: tells of those that changed, by any reference, in the order asked", async () => {
    await using service = await testService();
    await given(service.db);
    const all = await check(service, { since: "0", refs });
    await tell(service.db, { n: 1, groups: ["audience"] }, { n: 2, groups: ["names", "dates"] });

    const { results, cursor } = await check(service, { since: all.cursor, refs });

    expect(all.results.map(({ ref, op }) => [ref, op])).toEqual(
      refs.map((ref) => [ref, "created"]),
    );
    expect(results).toEqual([
      {
        ref: "movie/tmdb:2",
        status: "found",
        op: "updated",
        id: publicId("movie", 2),
        groups: ["names", "dates"],
      },
      {
        ref: publicId("movie", 1),
        status: "found",
        op: "updated",
        id: publicId("movie", 1),
        groups: ["audience"],
      },
    ]);
    expect((await check(service, { since: cursor, refs })).results).toEqual([]);
  });

  test("N67: a missing one is always told, also what became of it, and an ambiguous one", async () => {
    await using service = await testService();
    await given(service.db);
    for (const n of [1, 2]) {
      await service.db.execute(
        sql`update movies set external_ids = '{"wikidata": "Q9"}' where id = ${uuid(n)}`,
      );
    }
    await service.db.execute(sql`delete from people`);
    const { cursor } = await check(service, { since: "0", refs });
    const asked = ["wikidata:Q9", "movie/tmdb:99", publicId("person", 4)];
    const before = await check(service, { since: cursor, refs: asked });
    await tell(service.db, { kind: "person", n: 4, groups: [], state: "deleted" });

    const nothing = { id: null, op: null, groups: [] };
    expect(before.results).toEqual([
      { ref: "wikidata:Q9", status: "ambiguous", ...nothing },
      { ref: "movie/tmdb:99", status: "missing", ...nothing },
      { ref: publicId("person", 4), status: "missing", ...nothing },
    ]);
    const after = await check(service, { since: cursor, refs: asked, kinds: ["movie"] });
    expect(after.results[2]).toMatchObject({ op: "deleted", id: null, groups: ["lifecycle"] });
  });

  test("N67: takes the filters of the feed, and the same reference many times", async () => {
    await using service = await testService();
    await given(service.db);
    const { cursor: since } = await check(service, { since: "0", refs });
    await tell(
      service.db,
      { n: 1, groups: ["audience"] },
      { kind: "series", n: 3, groups: ["names"] },
    );
    const told = async (filter: object) =>
      (await check(service, { since, refs, ...filter })).results.map(({ ref }) => ref);

    expect(await told({ kinds: ["movie"] })).toEqual([publicId("movie", 1)]);
    expect(await told({ groups: ["names"] })).toEqual(["series/tvdb:77"]);
    expect(await told({ groups: ["names"], kinds: ["movie"] })).toEqual([]);
    expect(await told({ refs: Array(500).fill("movie/tmdb:1") })).toHaveLength(500);
  });

  test("N67: is one statement, and an expired cursor is 410", async () => {
    await using service = await testService();
    await given(service.db);
    await check(service, { since: "0", refs });
    const before = service.statements();
    await check(service, { since: "0", refs });
    expect(service.statements() - before).toBe(1);

    const expired = await service.post("/changes/check", { since: "00000000-1", refs });
    expect([expired.status, codeOf(expired)]).toEqual([410, "cursor_expired"]);
  });
});
