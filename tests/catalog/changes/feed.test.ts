import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Change, ChangePage } from "~/catalog/changes/model";
import { codeOf } from "../../support/client";
import { type TestService, testService } from "../../support/service";
import { publicId } from "../ids";
import { tell } from "./feed";

setDefaultTimeout(30_000);

const read = async (service: TestService, query: string): Promise<ChangePage> => {
  const { status, body } = await service.get<ChangePage>(`/changes?${query}`);
  expect(status).toBe(200);
  return body;
};
const told = ({ results }: ChangePage) =>
  results.map(({ op, id, groups }) => [
    op,
    id.slice(-2),
    groups.length > 4 ? "all" : groups.join(),
  ]);

describe.concurrent("GET /changes", () => {
  test("N59, N61: an entry says number, what happened, to what, and which groups changed", async () => {
    await using service = await testService();
    await tell(
      service.db,
      { kind: "series", n: 1, external_id: 1399 },
      { kind: "season", n: 2, parent: 1, external_id: null },
    );
    const { cursor } = await read(service, "since=0");
    await tell(service.db, { kind: "series", n: 1, groups: ["seasons", "dates"] });

    const page = await read(service, `since=${cursor}`);
    const all = await read(service, "since=0");

    const { changed_at, ...change } = page.results[0] as Change;
    expect(change).toEqual({
      sequence: 3,
      op: "updated",
      kind: "series",
      id: publicId("series", 1),
      external_ids: { tmdb: 1399 },
      parent_id: null,
      groups: ["dates", "seasons"],
    });
    expect(Date.now() - Date.parse(changed_at)).toBeLessThan(60_000);
    expect(page).toMatchObject({ more: false, head: 3 });
    expect(page.cursor).toMatch(/^[0-9a-f]{8}-3$/);
    expect(all.results.map(({ sequence, op, parent_id }) => [sequence, op, parent_id])).toEqual([
      [2, "created", publicId("series", 1)],
      [3, "created", null],
    ]);
    expect(all.results[1]?.groups).toContain("credits");
  });

  test("N61: without since the answer is empty and its cursor is the end of the feed", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });

    const page = await read(service, "limit=5");

    expect(page).toMatchObject({ results: [], more: false, head: 1 });
    expect((await read(service, `since=${page.cursor}`)).results).toEqual([]);
  });

  test("N61: what was removed is told and still has its id, what was deleted is told to all who can have met it", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 }, { n: 3 });
    const { cursor } = await read(service, "since=0");
    await tell(
      service.db,
      { n: 1, groups: ["lifecycle"], state: "removed" },
      { n: 2, groups: [], state: "deleted" },
      { n: 4 },
    );
    await tell(service.db, { n: 4, groups: [], state: "deleted" });

    expect(told(await read(service, `since=${cursor}`))).toEqual([
      ["removed", "01", "lifecycle"],
      ["deleted", "02", "lifecycle"],
      // Its id may have come from elsewhere, before the feed told of it.
      ["deleted", "04", "lifecycle"],
    ]);
    expect(told(await read(service, "since=0"))).toEqual([
      ["created", "03", "all"],
      ["removed", "01", "all"],
    ]);
  });

  test("N59: a ranking goes by its name", async () => {
    await using service = await testService();
    await tell(service.db, { kind: "trending", n: 1, external_id: null });
    await service.db.execute(
      sql`update changes set entity_id = '00000000-0000-0000-0000-000000000004'`,
    );

    const { results } = await read(service, "since=0");

    expect(results).toMatchObject([
      { kind: "trending", id: "series:week", groups: ["ranking"], external_ids: { tmdb: null } },
    ]);
  });

  test("N61: kinds and groups leave out what does not fit, but never a deletion", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 }, { kind: "person", n: 3 }, { kind: "keyword", n: 4 });
    const { cursor } = await read(service, "since=0");
    await tell(
      service.db,
      { n: 1, groups: ["names"] },
      { n: 2, groups: ["audience"] },
      { kind: "person", n: 3, groups: ["names"] },
      { kind: "keyword", n: 4, groups: [], state: "deleted" },
    );

    const ids = async (query: string) =>
      (await read(service, `since=${cursor}&${query}`)).results.map(({ id }) => id.slice(-2));

    expect(await ids("kinds=movie,keyword")).toEqual(["01", "02", "04"]);
    expect(await ids("groups=names")).toEqual(["01", "03", "04"]);
    expect(await ids("kinds=movie&groups=audience,dates")).toEqual(["02"]);
    expect(await ids("groups=videos&kinds=movie")).toEqual([]);
    expect((await read(service, "since=0&groups=credits")).results.map(({ kind }) => kind)).toEqual(
      ["movie", "movie"],
    );
  });

  test("N63: on the way through several pages everything is told as seen from where the client set out", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 });
    const { cursor } = await read(service, "since=0");
    await tell(service.db, { n: 1, groups: ["audience"] }, { n: 2, groups: ["dates"] }, { n: 3 });
    await tell(service.db, { n: 1, groups: ["names"] }, { n: 3, groups: ["credits"] });

    const first = await read(service, `since=${cursor}&limit=1`);
    const second = await read(service, `since=${first.cursor}&limit=1`);
    const third = await read(service, `since=${second.cursor}&limit=1`);

    expect([first, second, third].map((page) => page.more)).toEqual([true, true, false]);
    expect([first, second, third].flatMap(told)).toEqual([
      ["updated", "02", "dates"],
      ["updated", "01", "names,audience"],
      ["created", "03", "all"],
    ]);
    const filtered = await read(service, `since=${first.cursor}&groups=audience`);
    expect(told(filtered).map(([, id]) => id)).toEqual(["01", "03"]);
  });

  test("N65: an answer can be kept only to ask whether it still holds", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });

    const first = await service.get("/changes?since=0");
    const tag = first.headers.get("etag") ?? "";
    const same = await service.get("/changes?since=0", { "if-none-match": tag });
    await tell(service.db, { n: 2 });
    const changed = await service.get("/changes?since=0", { "if-none-match": tag });
    const waited = await service.get("/changes?since=0&wait=1");

    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect([same.status, changed.status]).toEqual([304, 200]);
    expect(waited.headers.get("cache-control")).toBe("no-store");
    expect(waited.headers.get("etag")).toBeNull();
  });

  test("N61: an answer is one statement", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });
    await read(service, "since=0");
    const before = service.statements();

    await read(service, "since=0&kinds=movie&groups=names");

    expect(service.statements() - before).toBe(1);
  });
});

describe.concurrent("a cursor", () => {
  test("N64: is an epoch and a number, also on the way, unless the client could miss a group by it", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 }, { n: 3 });
    const numberOf = ({ cursor }: { cursor: string }) => cursor.replace(/^[0-9a-f]{8}-/, "");

    const all = await read(service, "since=0&limit=1");
    expect(numberOf(all)).toBe("1");
    expect(numberOf(await read(service, `since=${all.cursor}&limit=1`))).toBe("2");
    expect(numberOf(await read(service, "since=0&limit=1&groups=names"))).toBe("1-0-3");

    // Number 4 is of nothing any more: its entity stands further on, for its other group.
    const { cursor } = await read(service, "since=0");
    await tell(service.db, { n: 1, groups: ["audience"] }, { n: 2, groups: ["dates"] }, { n: 4 });
    await tell(service.db, { n: 1, groups: ["names"] });
    expect(numberOf(await read(service, `since=${cursor}&limit=1`))).toBe("5-3");
  });

  test("N64: of another epoch, above the head or from before a purge is expired, and 0 never is", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 }, { n: 3 });
    const { cursor } = await read(service, "since=0");
    const [epoch] = cursor.split("-");
    const outcome = async (since: string) => {
      const answer = await service.get(`/changes?since=${since}`);
      return answer.status === 200 ? "200" : `${answer.status} ${codeOf(answer)}`;
    };

    expect(await outcome(`${epoch}-3`)).toBe("200");
    expect(await outcome(`${epoch}-4`)).toBe("410 cursor_expired");
    expect(await outcome(`${epoch}-1${"0".repeat(30)}`)).toBe("410 cursor_expired");
    expect(await outcome(`${epoch}-1-0-4`)).toBe("410 cursor_expired");
    expect(await outcome("00000000-1")).toBe("410 cursor_expired");
    await service.db.execute(sql`update change_counter set sequence = 9, purged_sequence = 2`);
    expect(await outcome(`${epoch}-1`)).toBe("410 cursor_expired");
    expect(await outcome(`${epoch}-2`)).toBe("200");
    expect(await outcome("0")).toBe("200");
    // Set out from 0 when the head was 9: it has seen nothing that was deleted before.
    const half = await read(service, "since=0&limit=1");
    expect(await outcome(half.cursor)).toBe("200");
    await service.db.execute(sql`update change_counter set sequence = 12, purged_sequence = 11`);
    expect(await outcome(half.cursor)).toBe("410 cursor_expired");
    expect((await service.get("/changes?since=00000000-1")).body).toEqual({
      error: {
        code: "cursor_expired",
        message: expect.stringContaining("from 0"),
        restart: "0",
      },
    });
  });

  test("N64: expires when the database turns out to be another one, whose epoch is new", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });
    const { cursor } = await read(service, "since=0");
    for (const change of [sql`system_identifier = 'another'`, sql`timeline = 77`]) {
      await service.db.execute(sql`update change_counter set ${change}`);
      const expired = await service.get(`/changes?since=${cursor}`);
      const renewed = await read(service, "since=0");

      expect(expired.status).toBe(410);
      expect(renewed.cursor.split("-")[0]).not.toBe(cursor.split("-")[0]);
      expect((await read(service, `since=${renewed.cursor}`)).results).toEqual([]);
    }
  });
});
