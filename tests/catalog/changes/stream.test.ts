import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import type { Change, ChangePage } from "~/catalog/changes/model";
import { beginEpoch } from "~/changes/epoch";
import { type TestService, testService } from "../../support/service";
import { tell } from "./feed";

setDefaultTimeout(60_000);

type Told = { event: string; id: string | undefined; data: Change };

/** The events of a stream as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Told> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [, event = "", , id, data = ""] =
        /^event: (\w+)\n(id: (.*)\n)?data: (.*)$/.exec(part) ?? [];
      if (event !== "") yield { event, id, data: JSON.parse(data) };
    }
  }
}

const open = (service: TestService, query = "", headers = {}) =>
  service.fetch(`/changes/stream${query}`, { headers });

/** The next events of a stream, which then ends. */
async function take(response: Response, count: number): Promise<Told[]> {
  const events: Told[] = [];
  for await (const event of eventsOf(response)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

describe.concurrent("GET /changes/stream", () => {
  test("N66: tells each change as it comes, with its cursor as id", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });
    const response = await open(service);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const events = take(response, 2);
    await Bun.sleep(300);
    await tell(service.db, { n: 2 });
    await Bun.sleep(300);
    await tell(service.db, { n: 1, groups: ["names"] });

    const page = await service.get<ChangePage>("/changes?since=0");

    const told = await events;
    expect(told.map(({ event, data }) => [event, data.op, data.sequence])).toEqual([
      ["change", "created", 2],
      ["change", "updated", 3],
    ]);
    expect(told[1]?.id).toBe(page.body.cursor);
    expect({ ...told[1]?.data, op: "created", groups: [] }).toEqual({
      ...(page.body.results[1] as Change),
      groups: [],
    });
  });

  test("N66: goes on after Last-Event-ID, wherever it was cut, with all groups since the beginning", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 });
    const { body } = await service.get<ChangePage>("/changes");
    await tell(service.db, { n: 1, groups: ["audience"] }, { n: 2, groups: ["dates"] });
    await tell(service.db, { n: 1, groups: ["names"] });

    const [first] = await take(await open(service, `?since=${body.cursor}`), 1);
    const [second] = await take(
      await open(service, "?since=0", { "last-event-id": first?.id ?? "" }),
      1,
    );

    expect([first, second].map((each) => each?.data.groups)).toEqual([
      ["dates"],
      ["names", "audience"],
    ]);
  });

  test("N66: an empty Last-Event-ID is none", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { n: 2 });

    const told = await take(await open(service, "?since=0", { "last-event-id": "" }), 2);

    expect(told.map(({ data }) => data.sequence)).toEqual([1, 2]);
  });

  test("N66: takes the same filters as the feed", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { kind: "person", n: 2 });
    const events = take(await open(service, "?since=0&kinds=person&groups=names,dates"), 2);
    await Bun.sleep(200);
    await tell(service.db, { kind: "person", n: 2, groups: ["audience"] }, { n: 3 });
    await tell(service.db, { kind: "person", n: 4 });

    expect((await events).map(({ data }) => data.sequence)).toEqual([2, 5]);
  });

  test("N66, N64: a cursor that has expired, or is none, ends the stream with the event expired", async () => {
    await using service = await testService();

    for (const headers of [{ "last-event-id": "00000000-1" }, { "last-event-id": "nonsense" }]) {
      const events = await Array.fromAsync(eventsOf(await open(service, "", headers)));
      expect(events).toEqual([{ event: "expired", id: "0", data: { restart: "0" } as never }]);
    }
    const events = await Array.fromAsync(eventsOf(await open(service, "?since=00000000-1")));
    expect(events.map(({ event }) => event)).toEqual(["expired"]);
    expect((await open(service, "?since=nonsense")).status).toBe(422);
  });

  test("N66: a new epoch ends a stream that is open", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });
    const events = Array.fromAsync(eventsOf(await open(service, "?since=0")));
    await Bun.sleep(300);

    await beginEpoch(service.db);

    expect((await events).map(({ event }) => event)).toEqual(["change", "expired"]);
  });

  test("N66: more than 8 of one address are refused, and streams end with the service", async () => {
    const stopping = new AbortController();
    await using service = await testService({ stopping: stopping.signal });
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(service)));

    const refused = await open(service);

    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("10");
    stopping.abort();
    const ends = streams.map((stream) => Array.fromAsync(eventsOf(stream)));
    expect(await Promise.all(ends)).toEqual(ends.map(() => []));
    expect((await service.get("/changes")).status).toBe(200);
  });

  test("N66: a client that stops reading fills no memory", async () => {
    await using service = await testService();
    await service.db.execute(`
      insert into changes select 'person', gen_random_uuid(), n, n, 'live', now(), n, null, now(), '{}', '{}'
      from generate_series(1, 60000) n`);
    await service.db.execute("update change_counter set sequence = 60000");
    const socket = connect({ port: service.port, host: "127.0.0.1" });
    socket.pause();
    socket.write("GET /api/v1/changes/stream?since=0 HTTP/1.1\r\nHost: a.test\r\n\r\n");
    await Bun.sleep(2_000);

    expect(service.statements()).toBeLessThan(60_000 / 200 / 2);
    socket.destroy();
  });
});
