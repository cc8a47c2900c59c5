import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Arrivals } from "~/catalog/changes/arrivals";
import { readEnd } from "~/catalog/changes/counter";
import type { ChangePage } from "~/catalog/changes/model";
import { changeRoutes } from "~/catalog/changes/routes";
import { beginEpoch } from "~/changes/epoch";
import { codeOf } from "../../support/client";
import { testDatabase } from "../../support/database";
import { type TestService, testService } from "../../support/service";
import { tell } from "./feed";

setDefaultTimeout(60_000);

const endOf = async (service: TestService): Promise<string> =>
  (await service.get<ChangePage>("/changes")).body.cursor;

const wait = (service: TestService, query: string, init: RequestInit = {}) =>
  service.request<ChangePage>("GET", `/changes?${query}`, init);

/** The milliseconds that work takes. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe.concurrent("GET /changes?wait", () => {
  test("N65: is answered within a second after something was numbered, also without notifications", async () => {
    await using heard = await testService();
    await using database = await testDatabase();
    await using deaf = await testService({
      database,
      routes: ({ db }) => changeRoutes({ db, trustedProxies: 0 }),
    });
    for (const service of [heard, deaf]) {
      await tell(service.db, { n: 1 });
      const cursor = await endOf(service);
      const answer = wait(service, `since=${cursor}&wait=30`);
      await Bun.sleep(700);
      await tell(service.db, { n: 2 });

      expect(await timeOf(answer)).toBeLessThan(1_000);
      expect((await answer).body).toMatchObject({ results: [{ sequence: 2 }], more: false });
      expect((await answer).headers.get("cache-control")).toBe("no-store");
    }
  });

  test("N65: waits on for what fits, tells it as seen from its cursor, and is empty when time is up", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 }, { kind: "person", n: 2 });
    const cursor = await endOf(service);
    const nothing = wait(service, `since=${cursor}&wait=1&kinds=collection`);
    const audience = wait(service, `since=${cursor}&wait=30&groups=audience`);
    await Bun.sleep(100);
    await tell(
      service.db,
      { n: 1, groups: ["names"] },
      { kind: "person", n: 2, groups: ["names"] },
    );
    await Bun.sleep(300);
    await tell(service.db, { n: 1, groups: ["audience"] });

    expect((await audience).body.results).toMatchObject([{ groups: ["names", "audience"] }]);
    const { body } = await nothing;
    expect(body).toMatchObject({ results: [], more: false });
    expect(body.cursor).toBe((await audience).body.cursor);
  });

  test("N65: neither the deadline of requests nor silence on the connection cuts it", async () => {
    await using service = await testService();
    await tell(service.db, { n: 1 });

    const cursor = await endOf(service);
    const answer = await wait(service, `since=${cursor}&wait=12`);

    expect([answer.status, answer.body.results]).toEqual([200, []]);
    expect(service.records).toEqual([]);
  });

  test("N65: a stopping service answers who waits", async () => {
    const stopping = new AbortController();
    await using service = await testService({ stopping: stopping.signal });
    const cursor = await endOf(service);
    const answer = wait(service, `since=${cursor}&wait=30`);
    await Bun.sleep(200);

    stopping.abort();

    expect(await timeOf(answer)).toBeLessThan(1_000);
    expect((await answer).body).toMatchObject({ results: [], cursor });
  });

  test("N65: 8 of one address may wait; one more is 503, and one who leaves makes room", async () => {
    await using service = await testService({ settings: { TRUST_PROXY: "1" } });
    const cursor = await endOf(service);
    const leaving = new AbortController();
    const from = (address: string) => ({ "x-forwarded-for": address });
    const first = Array.from({ length: 8 }, () =>
      wait(service, `since=${cursor}&wait=20`, {
        headers: from("192.0.2.1"),
        signal: leaving.signal,
      }).catch(() => undefined),
    );
    await Bun.sleep(300);

    const refused = await wait(service, `since=${cursor}&wait=1`, { headers: from("192.0.2.1") });
    const other = await wait(service, `since=${cursor}&wait=1`, { headers: from("192.0.2.2") });
    leaving.abort();
    await Promise.all(first);
    await Bun.sleep(300);
    const later = await wait(service, `since=${cursor}&wait=1`, { headers: from("192.0.2.1") });

    expect([refused.status, codeOf(refused)]).toEqual([503, "not_ready"]);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect([other.status, later.status]).toEqual([200, 200]);
  });
});

test("N64, N65: a new epoch answers those who wait", async () => {
  await using service = await testService();
  await tell(service.db, { n: 1 });
  const answer = wait(service, `since=${await endOf(service)}&wait=30`);
  await Bun.sleep(300);

  await beginEpoch(service.db);

  expect(codeOf(await answer)).toBe("cursor_expired");
});

test("N65: 256 places in all, and one statement looks for all who wait", async () => {
  await using service = await testService();
  const { db } = service;
  const arrivals = new Arrivals({ db, poll_ms: 60_000, driver: service.driver });
  const places = Array.from({ length: 256 }, (_, n) => arrivals.place(`198.51.100.${n}`));
  expect(() => arrivals.place("203.0.113.1")).toThrow("Too many");
  const over = new AbortController();
  const end = await readEnd(db);
  const waits = places.map((_, n) =>
    arrivals.after(end, { kinds: n % 2 === 0 ? ["movie"] : ["person"] }, over.signal),
  );
  await Bun.sleep(200);
  const before = service.statements();
  await tell(service.db, { n: 1 });
  const sent = 7;

  await Promise.all(waits.filter((_, n) => n % 2 === 0));

  expect(service.statements() - before).toBeLessThanOrEqual(sent + 2);
  const rest = Promise.all(waits.filter((_, n) => n % 2 === 1)).then(() => "woken");
  expect(await Promise.race([rest, Bun.sleep(100)])).toBeUndefined();
  over.abort();
  expect(await rest).toBe("woken");
  for (const place of places) place[Symbol.dispose]();
  expect(arrivals.taken).toBe(0);
});
