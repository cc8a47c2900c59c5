import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { Answer } from "~/http/answer";
import { catalogCaching } from "~/http/caching";
import { hotAnswersFirst } from "~/http/hot-answers/first";
import { HotAnswers } from "~/http/hot-answers/hot-answers";
import { serveRoutes } from "../../support/service";

const id = (n: number, kind = "movie") => `${kind}_${String(n).padStart(32, "0")}`;
const path = (n: number) => `/api/v1/movies/${id(n)}`;

/** Kept answers of a clock that stands, with changes that the test tells. */
function kept(options: { maxBytes?: number; lag_ms?: number } = {}) {
  const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
  const changes = {
    isCurrent: () => true,
    becomesCurrent: async () => true,
    hears: true,
    changedAt: Number.NEGATIVE_INFINITY,
  };
  let tell: (id?: string) => void = () => {};
  const hot = new HotAnswers({
    maxBytes: 1_000_000,
    now: () => clock.now,
    isKept: (route) => route !== "never",
    changes: (onChange) => {
      tell = (change) => {
        changes.changedAt = performance.now();
        onChange(change);
      };
      return changes;
    },
    ...options,
  });
  const keep = (target: string, { text = "{}", route = "route" } = {}) =>
    hot.land(hot.begin(target), { answer: new Answer(text, {}), route });
  const isKept = (target: string) => hot.find(target) !== undefined;
  return { hot, clock, keep, isKept, tell: (change?: string) => tell(change), changes };
}

test("nothing that was computed before a change is kept after it", () => {
  const { hot, isKept, tell } = kept();
  const flight = hot.begin(path(1));
  tell();
  hot.land(flight, { answer: new Answer("{}", {}), route: "route" });
  expect(isKept(path(1))).toBe(false);
});

test("no request waits for a computation that began before a change", () => {
  const { hot, tell } = kept();
  const old = hot.begin(path(1));
  tell();
  expect(hot.flight(path(1))).toBeUndefined();
  const next = hot.begin(path(1));
  hot.end(old, undefined);
  expect(hot.flight(path(1))).toBe(next);
});

test("a change of one record forgets what names it, and what is being computed of it", () => {
  const { hot, keep, isKept, tell } = kept();
  for (const target of [
    path(1),
    `${path(1)}?a=1`,
    `${path(1)}/credits`,
    path(2),
    "/api/v1/movies",
  ]) {
    keep(target);
  }
  const flight = hot.begin(`${path(1)}/videos`);
  tell(id(1));
  hot.land(flight, { answer: new Answer("{}", {}), route: "route" });
  expect([isKept(path(1)), isKept(`${path(1)}?a=1`), isKept(`${path(1)}/videos`)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([isKept(path(2)), isKept("/api/v1/movies")]).toEqual([true, true]);
  tell();
  expect([hot.entries, hot.bytes]).toEqual([0, 0]);
  expect(hot.counts).toMatchObject({ dropped: 1, emptied: 1 });
});

test("M85: nothing is given past its max-age, nor when the clock was set back before it", () => {
  const { clock, keep, isKept } = kept();
  keep("/a");
  clock.now += 58_000;
  keep("/b");
  clock.now += 1_999;
  expect([isKept("/a"), isKept("/b")]).toEqual([true, true]);
  clock.now += 1;
  expect([isKept("/a"), isKept("/b")]).toEqual([false, true]);
  clock.now -= 2_001;
  expect(isKept("/b")).toBe(false);
});

test("M85: what was begun before midnight is neither kept nor waited for afterwards", () => {
  const { hot, clock, keep, isKept } = kept();
  clock.now = Date.parse("2026-11-21T23:59:58.500Z");
  keep("/a");
  const flight = hot.begin("/b");
  expect([isKept("/a"), hot.flight("/b")]).toEqual([true, flight]);
  clock.now = Date.parse("2026-11-22T00:00:00Z");
  expect([isKept("/a"), hot.flight("/b")]).toEqual([false, undefined]);
  hot.land(flight, { answer: new Answer("{}", {}), route: "route" });
  expect(isKept("/b")).toBe(false);
});

test("keys, headers and every coding count, and the least recently used leave first", () => {
  const { hot, keep, isKept } = kept({ maxBytes: 20_000 });
  const text = JSON.stringify(Array.from({ length: 700 }, (_, n) => n));
  keep("/1", { text });
  const before = hot.bytes;
  expect(before).toBeGreaterThan(text.length);
  const first = hot.find("/1");
  if (first === undefined) throw new Error("not kept");
  const request = new Request("http://a.test/1", { headers: { "accept-encoding": "gzip" } });
  hot.respond(first, "/1", request, { headers: {} });
  expect(hot.bytes).toBeGreaterThan(before + 1_000);
  for (const target of ["/2", "/3", "/4"]) {
    keep(target, { text });
    isKept("/1");
  }
  for (const target of ["/5", "/6"]) keep(target, { text });
  expect(hot.bytes).toBeLessThanOrEqual(20_000);
  expect([isKept("/1"), isKept("/2"), isKept("/6")]).toEqual([true, false, true]);
  keep("/large", { text: "x".repeat(30_000) });
  expect(isKept("/large")).toBe(false);
});

test("with a standby nothing is kept that may be older than the latest change", async () => {
  const { keep, isKept, tell } = kept({ lag_ms: 60 });
  tell();
  keep("/soon");
  await Bun.sleep(70);
  keep("/later");
  expect([isKept("/soon"), isKept("/later")]).toEqual([false, true]);
  tell(id(1));
  keep("/soon");
  expect([isKept("/soon"), isKept("/later")]).toEqual([false, true]);
});

test("a route can be left out", () => {
  const { keep, isKept } = kept();
  keep("/a", { route: "never" });
  expect(isKept("/a")).toBe(false);
});

test("those who wait for a computation are answered when its time is over, and the next one starts anew", async () => {
  const { hot } = kept();
  let computed = 0;
  await using app = serveRoutes(
    () =>
      new Elysia()
        .use(hotAnswersFirst(hot))
        .use(catalogCaching({ hot }))
        .get("/slow", async () => {
          computed += 1;
          if (computed === 1) await new Promise(() => {});
          return { computed };
        }),
    { deadlineMs: 200 },
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.get("/slow")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(computed).toBe(1);
  expect((await app.get("/slow")).body).toEqual({ computed: 2 });
  expect((await app.get("/slow")).body).toEqual({ computed: 2 });
});
