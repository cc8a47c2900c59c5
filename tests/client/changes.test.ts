import { describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { sql } from "drizzle-orm";
import { numberChanges } from "~/changes/numberer";
import { type ChangesAnswer, CursorExpired, createClient, isError } from "../../client/src/index";
import { testService } from "../support/service";
import { clientOf, json, refusal } from "./answers";

setDefaultTimeout(30_000);

const answer = (cursor: string, count = 0) =>
  json({ results: Array(count).fill({ op: "updated" }), cursor, more: false, head: 9 });

/** The cursors and the number of results of the first answers. */
async function firstOf(changes: AsyncIterable<ChangesAnswer>, count: number) {
  const seen: [string, number][] = [];
  for await (const { cursor, results } of changes) {
    seen.push([cursor, results.length]);
    if (seen.length === count) break;
  }
  return seen;
}

describe("changes", () => {
  test("N91: goes on from each cursor, and is silent where nothing is new", async () => {
    const { client, asked } = clientOf(
      answer("e-3", 2),
      answer("e-3"),
      answer("e-7"),
      answer("e-9", 1),
    );

    const seen = await firstOf(client.changes({ since: "0", kinds: "movie" }), 3);

    expect(seen).toEqual([
      ["e-3", 2],
      ["e-7", 0],
      ["e-9", 1],
    ]);
    expect(asked()).toEqual(
      ["0", "e-3", "e-3", "e-7"].map((since) => `GET /changes?wait=30&since=${since}&kinds=movie`),
    );
  });

  test("N91: without a cursor it begins with that of the present", async () => {
    const { client, asked } = clientOf(answer("e-9"));

    expect(await firstOf(client.changes({ wait: 0 }), 1)).toEqual([["e-9", 0]]);
    expect(asked()).toEqual(["GET /changes?wait=0"]);
  });

  test("N91: survives cut connections, cut answers and a service that is away", async () => {
    const cut = new Response('{"results":[', { headers: { "content-type": "application/json" } });
    const { client, asked } = clientOf(
      answer("e-1", 1),
      new TypeError("socket hang up"),
      cut,
      new Response("Bad Gateway", { status: 502 }),
      answer("e-2", 1),
    );

    expect(await firstOf(client.changes({ since: "0" }), 2)).toEqual([
      ["e-1", 1],
      ["e-2", 1],
    ]);
    expect(asked().slice(1)).toEqual(Array(4).fill("GET /changes?wait=30&since=e-1"));
  });

  test("N91: throws CursorExpired with the cursor to begin again from", async () => {
    const { client } = clientOf(
      answer("e-1", 1),
      json(refusal("cursor_expired", { restart: "0" }), 410),
    );

    const thrown = await firstOf(client.changes({ since: "0" }), 2).catch((error) => error);

    expect(thrown).toBeInstanceOf(CursorExpired);
    expect([thrown.restart, thrown.status, isError(thrown, "cursor_expired")]).toEqual([
      "0",
      410,
      true,
    ]);
  });

  test("N91: throws what no other try would change", async () => {
    const { client, asked } = clientOf(json(refusal("validation_error"), 422));

    const thrown = await firstOf(client.changes({ since: "x" }), 1).catch((error) => error);

    expect([isError(thrown, "validation_error"), thrown instanceof CursorExpired]).toEqual([
      true,
      false,
    ]);
    expect(asked()).toHaveLength(1);
  });

  test("N91: ends when its signal aborts, also while it waits", async () => {
    const signal = AbortSignal.timeout(100);
    const { client } = clientOf(
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        }),
    );

    expect(await firstOf(client.changes({ since: "0", signal }), 1)).toEqual([]);
  });

  test("N92: needs no AbortSignal.any, which Node has from 20.3 on", async () => {
    using _ = spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    const { client } = clientOf(answer("e-1", 1));
    const { signal } = new AbortController();

    expect(await firstOf(client.changes({ since: "0", signal }), 1)).toEqual([["e-1", 1]]);
  });
});

test("N91, N63: a reader whose connections break meets every change of a real service once", async () => {
  await using service = await testService();
  const send = async (request: Request) => {
    // Every third answer is lost after the service has given it.
    const response = await fetch(request);
    calls += 1;
    if (calls % 3 === 0) throw new TypeError("cut");
    return response;
  };
  let calls = 0;
  const client = createClient({ base_url: service.url, fetch: send });
  const add = (n: number) =>
    service.db.execute(sql`
      insert into keywords (id, external_id, name) values (uuidv7(), ${n}, ${`Keyword ${n}`})`);
  const ids: string[] = [];
  const follow = async () => {
    for await (const { results } of client.changes({ since: "0", kinds: "keyword", limit: 2 })) {
      ids.push(...results.map(({ id }) => id));
      if (ids.length >= 6) break;
    }
  };
  const following = follow();
  for (let n = 1; n <= 6; n += 1) {
    await add(n);
    await numberChanges(service.db);
  }
  await following;

  expect(new Set(ids).size).toBe(6);
  expect(ids).toHaveLength(6);
});
