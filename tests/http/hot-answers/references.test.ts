import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { publicId, uuid } from "../../catalog/ids";
import { givenFetched, givenMovie } from "../../catalog/rows";
import { type HotService, hotService, lasting } from "./hot-service";

setDefaultTimeout(30_000);

let service: HotService;
beforeAll(async () => {
  service = await hotService();
  const { db } = service;
  await givenMovie(db, 603, { external_ids: { imdb: "tt0133093" } });
  await givenMovie(db, 604);
  await givenFetched(db, "movie", 603);
  await service.caughtUp();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = "/movies/imdb:tt0133093";

/** The id that an answer shows or its error code, and how many statements it took. */
async function ask(address = path, headers = {}) {
  await service.heard();
  const before = service.statements();
  const answer = await service.get<{ id?: string; error?: { code: string } }>(address, headers);
  const { id, error } = answer.body ?? {};
  return { ...answer, meaning: id ?? error?.code, statements: service.statements() - before };
}

/** Changes something as an operator's psql would, and waits until it was heard of. */
async function change(statement: ReturnType<typeof sql>): Promise<void> {
  await service.db.execute(statement);
  await service.caughtUp();
}

const setIds = (n: number, ids: object) =>
  change(sql`update movies set external_ids = ${JSON.stringify(ids)}::jsonb where id = ${uuid(n)}`);

describe("an answer that is kept under a reference", () => {
  test("N2, N14: takes no statement, and has the headers and tag of a computed one", async () => {
    const computed = await ask();
    expect(computed).toMatchObject({ statements: 2, meaning: publicId("movie", 603) });
    const kept = await ask();
    expect(kept).toMatchObject({ statements: 0, text: computed.text });
    expect(kept.headers.get("age")).not.toBeNull();
    expect(lasting(kept)).toEqual(lasting(computed));
    const location = `/api/v1/movies/${publicId("movie", 603)}`;
    expect(kept.headers.get("content-location")).toBe(location);
    const own = await ask(`/movies/${publicId("movie", 603)}`);
    expect(own.headers.get("content-location")).toBeNull();
    const tag = { "if-none-match": own.headers.get("etag") ?? "" };
    const again = await ask(path, tag);
    expect(again).toMatchObject({ status: 304, statements: 0 });
    expect(again.headers.get("content-location")).toBe(location);
  });

  test("N5: goes with the reference: to another record, to several, to none", async () => {
    await ask();
    await setIds(604, { imdb: "tt0133093" });
    expect(await ask()).toMatchObject({ status: 409, meaning: "ambiguous_external_id" });
    await setIds(603, {});
    expect(await ask()).toMatchObject({ meaning: publicId("movie", 604) });
    await setIds(604, {});
    expect(await ask()).toMatchObject({ status: 404, meaning: "movie_not_found" });
    await setIds(603, { imdb: "tt0133093" });
    expect(await ask()).toMatchObject({ meaning: publicId("movie", 603) });
  });

  test("N2: goes when nothing but the time of its record's last ingestion changes, and others stay", async () => {
    const other = `/movies/${publicId("movie", 604)}`;
    await Promise.all([ask(), ask(other)]);
    const again = sql`update provenance set fetched_at = '2026-11-21T10:00:00Z' where entity_id = ${uuid(603)}`;
    await change(again);
    expect(await ask()).toMatchObject({ statements: 2 });
    expect((await ask()).text).toContain('"last_ingested_at":"2026-11-21T10:00:00.000Z"');
    expect(await ask(other)).toMatchObject({ statements: 0 });
  });
});
