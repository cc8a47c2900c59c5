import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { known, type WholeService, wholeService } from "./service";

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const refused = (query: string) => service.refused({ path: `/changes?${query}` });
const details = async (query: string) => {
  const { body } = await service.ask({ path: `/changes?${query}` });
  return body.error?.details;
};

describe("GET /changes", () => {
  test.each([
    "x",
    "-1",
    "1.5",
    "1",
    "00",
    "0x0",
    `1${"0".repeat(30)}`,
    "5e1f09ab",
    "5e1f09ab-",
    "5e1f09ab-01",
    "5E1F09AB-1",
    "5e1f09ab-2-1-5",
    "5e1f09ab-1-",
    "5e1f09ab-1%20",
    "5e1f09abc-1",
  ])("N64: %s is no cursor", async (since) => {
    expect(await refused(`since=${since}`)).toBe("422 validation_error");
    const path = `/changes/stream?since=${since}`;
    expect(await service.refused({ path })).toBe("422 validation_error");
  });

  test("N64: a cursor of another epoch or above the head is 410", async () => {
    const { body } = await service.ask({ path: "/changes" });
    const [epoch] = String(body.cursor).split("-");

    expect(await service.outcome({ path: "/changes?since=00000000-0" })).toBe("410 cursor_expired");
    expect(await service.outcome({ path: `/changes?since=${epoch}-999999` })).toBe(
      "410 cursor_expired",
    );
  });

  test.each([
    "limit=0",
    "limit=1001",
    "wait=31",
    "wait=-1",
    "wait=1.5",
    "kinds=user",
    "kinds=movie,",
    "kinds=,movie",
    "kinds=movie%20,series",
    "kinds=Movie",
    "groups=x",
    "groups=names,,dates",
    "groups=__proto__",
  ])("N61: %s is refused", async (query) => {
    expect(await refused(query)).toBe("422 validation_error");
  });

  test("N61, N64: a refusal says what is accepted", async () => {
    expect(await details("since=x&kinds=user")).toEqual([
      {
        in: "query",
        field: "since",
        message: "must be 0 or a cursor as an answer of the feed gave it",
      },
      {
        in: "query",
        field: "kinds",
        message: expect.stringContaining("one or several of keyword, company"),
        allowed: expect.arrayContaining(["movie", "trending"]),
      },
    ]);
  });
});

describe("POST /changes/check", () => {
  const since = "0";
  const refs = ["movie/tmdb:1"];

  test.each([
    ["nothing", {}],
    ["no references", { since }],
    ["no cursor", { refs }],
    ["a number for a cursor", { since: 0, refs }],
    ["another text for a cursor", { since: "x", refs }],
    ["an empty list", { since, refs: [] }],
    ["501 references", { since, refs: Array(501).fill("movie/tmdb:1") }],
    ["a text for a list", { since, refs: "movie/tmdb:1" }],
    ["a number for a reference", { since, refs: [7] }],
    ["null for a reference", { since, refs: [null] }],
    ["the provider's number without a kind", { since, refs: ["tmdb:603"] }],
    ["the id of an account", { since, refs: [`user_${"0".repeat(32)}`] }],
    ["the id of a job", { since, refs: [known.job] }],
    ["4 KB of reference", { since, refs: ["x".repeat(4_096)] }],
    ["no groups", { since, refs, groups: [] }],
    ["an unknown group", { since, refs, groups: ["x"] }],
    ["a text for groups", { since, refs, groups: "names" }],
    ["an unknown kind", { since, refs, kinds: ["user"] }],
    ["another field", { since, refs, view: "summary" }],
  ])("N67: %s is refused", async (_, body) => {
    const outcome = await service.refused({
      method: "POST",
      path: "/changes/check",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(outcome).toBe("422 validation_error");
  });
});
