import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Change, ChangePage, Checked } from "~/catalog/changes/model";
import { numberChanges, startNumberer } from "~/changes/numberer";
import * as schema from "~/db/schema";
import { type TestService, testService } from "../../support/service";
import { moment, publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

setDefaultTimeout(30_000);

const follow = async ({ get, db }: TestService, since: string): Promise<ChangePage> => {
  await numberChanges(db);
  return (await get<ChangePage>(`/changes?since=${since}`)).body;
};

const told = ({ results }: ChangePage) =>
  results.map(({ op, id, groups }: Change) => [op, id, groups.join()]);

describe("what is stored", () => {
  test("N59, N61: is told with its kind, its parent and what changed, until it is gone", async () => {
    await using service = await testService();
    const { db } = service;
    await givenSeries(db, 3);
    await db.insert(schema.seasons).values({ id: uuid(4), series_id: uuid(3), season_number: 1 });
    const ranking = { kind: "series", window: "week", refreshed_at: moment } as const;
    await db.insert(schema.trending_lists).values(ranking);

    const first = await follow(service, "0");
    await db.execute(sql`update seasons set title = 'The first' where id = ${uuid(4)}`);
    const second = await follow(service, first.cursor);
    await db.execute(sql`update series set removed_at = now() where id = ${uuid(3)}`);
    const third = await follow(service, second.cursor);
    await db.execute(sql`delete from seasons`);
    const fourth = await follow(service, third.cursor);

    expect(first.results.map(({ op, id, parent_id }) => [op, id, parent_id])).toEqual([
      ["created", publicId("series", 3), null],
      ["created", publicId("season", 4), publicId("series", 3)],
      ["created", "series:week", null],
    ]);
    expect(told(second)).toEqual([
      ["updated", publicId("series", 3), "seasons"],
      ["updated", publicId("season", 4), "names"],
    ]);
    expect(told(third)).toEqual([["removed", publicId("series", 3), "lifecycle"]]);
    expect(told(fourth)).toEqual([
      ["removed", publicId("series", 3), "seasons"],
      ["deleted", publicId("season", 4), "lifecycle"],
    ]);
    expect((await follow(service, fourth.cursor)).results).toEqual([]);
  });

  test("N65: reaches who waits within a second of its commit", async () => {
    await using service = await testService();
    const { db, driver, log } = service;
    const numberer = startNumberer({ db, driver, log });
    const { cursor } = (await service.get<ChangePage>("/changes")).body;
    const answer = service.get<ChangePage>(`/changes?since=${cursor}&wait=30`);
    await Bun.sleep(500);

    await givenMovie(db, 1);
    const committed = performance.now();
    const { body } = await answer;

    expect(performance.now() - committed).toBeLessThan(1_000);
    expect(body.results).toMatchObject([{ op: "created", id: publicId("movie", 1) }]);
    await numberer.stop();
  });

  test("N67: is checked by its id and by the provider's", async () => {
    await using service = await testService();
    await givenMovie(service.db, 1);
    await givenMovie(service.db, 2);
    const { cursor: since } = await follow(service, "0");
    await service.db.execute(sql`update movies set tagline = 'Anew' where id = ${uuid(2)}`);
    await service.db.execute(sql`delete from titles where id = ${uuid(1)}`);
    await numberChanges(service.db);

    const refs = [publicId("movie", 1), "movie/tmdb:2"];
    const { body } = await service.post<Checked>("/changes/check", { since, refs });

    expect(body.results.map(({ status, op, groups }) => [status, op, groups.join()])).toEqual([
      ["missing", "deleted", "lifecycle"],
      ["found", "updated", "names"],
    ]);
  });
});
