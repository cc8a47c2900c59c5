import { describe, expect, test } from "bun:test";
import { collectionBody, companyBody, personBody, trendingBody } from "./bodies/entities";
import type { Misbehaviour } from "./bodies/misbehaviour";
import { bareMovieBody, movieBody } from "./bodies/movie";
import { bareSeriesBody, episodeBody, seasonBody, seriesBody } from "./bodies/series";
import { type StandIn, standIn } from "./provider";
import { recorded, serveRecorded } from "./recorded";

const FILM = {
  id: 603,
  title: "Éclair",
  credits: { cast: [] },
  "watch/providers": { results: {} },
};

function get(provider: StandIn, path: string, init: BunFetchRequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${provider.token}` };
  return fetch(provider.url + path, { headers, redirect: "manual", ...init });
}

/** What a plain client sees: a status and text, or the name or code of what it threw. */
async function outcome(provider: StandIn, how: Misbehaviour): Promise<unknown> {
  provider.misbehave("/movie/603", how, { times: 1 });
  try {
    const silent = how === "hang" || how === "stall" || how === "drip";
    const signal = AbortSignal.timeout(silent ? 100 : 900);
    const response = await get(provider, "/movie/603", { signal });
    return [response.status, await response.text()];
  } catch (error) {
    if (!(error instanceof Error)) return error;
    return "code" in error && typeof error.code === "string" ? error.code : error.name;
  }
}

describe("stand-in provider", () => {
  test("a path answers its body, without the parts that were not asked for", async () => {
    await using provider = standIn();
    provider.serve("/movie/603", FILM).serve("/configuration", { images: { base_url: "x" } });
    const plain = await get(provider, "/movie/603");
    expect(plain.headers.get("content-type")).toBe("application/json;charset=utf-8");
    expect(await plain.json()).toEqual({ id: 603, title: "Éclair" });
    const parts = "append_to_response=watch/providers,images";
    const { credits: _, ...rest } = FILM;
    expect(await (await get(provider, `/movie/603?${parts}`)).json()).toEqual(rest);
    expect(await (await get(provider, "/configuration")).json()).toHaveProperty("images");
    expect(provider.calls("/movie/603")).toBe(2);
    expect(provider.requests[1]).toMatchObject({
      method: "GET",
      path: "/movie/603",
      query: { append_to_response: "watch/providers,images" },
      headers: { authorization: "Bearer stand-in-token" },
    });
  });

  test("unknown paths, wrong tokens and too many appends get the provider's errors", async () => {
    await using provider = standIn();
    const unknown = await get(provider, "/movie/1");
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { status_code: 34 }]);
    const stranger = await fetch(`${provider.url}/movie/1`);
    expect([stranger.status, await stranger.json()]).toMatchObject([401, { status_code: 7 }]);
    provider.anyToken = true;
    const many = Array.from({ length: 21 }, (_, index) => `p${index}`).join(",");
    const refused = await fetch(`${provider.url}/movie/1?append_to_response=${many}`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { status_code: 27 }]);
  });

  test("a function answers per request, a Response goes out as it is", async () => {
    await using provider = standIn();
    provider.serve("/trending/movie/day", (call) => ({ page: Number(call.query.page ?? 1) }));
    provider.serve("/movie/1", () => new Response("teapot", { status: 418 }));
    expect(await (await get(provider, "/trending/movie/day?page=2")).json()).toEqual({ page: 2 });
    const odd = await get(provider, "/movie/1");
    expect([odd.status, await odd.text()]).toEqual([418, "teapot"]);
  });

  test("limited misbehaviours play in order, then the path heals", async () => {
    await using provider = standIn();
    provider.serve("/movie/603", FILM);
    provider.misbehave("/movie/603", 503, { times: 2 });
    provider.misbehave("*", { status: 429, retryAfter: "7" }, { times: 1 });
    const answers = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const response = await get(provider, "/movie/603");
      answers.push([response.status, response.headers.get("retry-after")]);
    }
    expect(answers).toEqual([
      [503, null],
      [503, null],
      [429, "7"],
      [200, null],
    ]);
    provider.misbehave("/movie/603", 500);
    expect((await get(provider, "/movie/603")).status).toBe(500);
    provider.heal();
    expect((await get(provider, "/movie/603")).status).toBe(200);
  });

  test.each<[Misbehaviour, unknown]>([
    [502, [502, expect.stringContaining('"status_code":43')]],
    ["hang", "TimeoutError"],
    ["stall", "TimeoutError"],
    ["drip", "TimeoutError"],
    ["reset", "ECONNRESET"],
    ["truncate", "ECONNRESET"],
    ["wrong-length", "ECONNRESET"],
    ["truncated-json", [200, expect.not.stringMatching(/}$/)]],
    ["empty", [200, ""]],
    ["html", [200, expect.stringContaining("<html>")]],
    ["empty-object", [200, "{}"]],
    ["null", [200, "null"]],
    ["empty-array", [200, "[]"]],
    ["error-object", [200, expect.stringContaining('"status_code":34')]],
    ["not-utf8", [200, expect.stringContaining("\ufffd")]],
    ["deep", [200, expect.stringContaining("[".repeat(70))]],
    ["wrong-id", [200, expect.stringContaining('"id":999999999')]],
    ["redirect", [302, ""]],
    [{ mode: "slow", ms: 20 }, [200, expect.stringContaining("603")]],
  ])("a client sees %p for what it is, once", async (how, expected) => {
    await using provider = standIn();
    provider.serve("/movie/603", { id: 603, title: "Éclair" });
    expect(await outcome(provider, how)).toEqual(expected);
    expect(provider.calls()).toBe(1);
    expect(await (await get(provider, "/movie/603")).json()).toMatchObject({ id: 603 });
  });

  test("a redirect leads to another host that counts who followed it", async () => {
    await using provider = standIn();
    provider.serve("/movie/603", FILM).misbehave("/movie/603", "redirect");
    const followed = await get(provider, "/movie/603", { redirect: "follow" });
    expect(await followed.json()).toEqual({ id: 603, title: "Éclair" });
    expect(provider.elsewhere.requests).toHaveLength(1);
  });

  test("a bomb is small on the wire and 300 MB once inflated, a huge body is 50 MB", async () => {
    await using provider = standIn();
    provider.misbehave("/movie/1", "bomb").misbehave("/movie/2", "huge");
    const raw = await get(provider, "/movie/1", { decompress: false });
    const wire = await raw.bytes();
    expect(wire.byteLength).toBeLessThan(1024 * 1024);
    expect(new DataView(wire.buffer).getUint32(wire.byteLength - 4, true)).toBe(314_572_822);
    const small = { mode: "bomb", bytes: 2 * 1024 * 1024 } as const;
    const json: unknown = await (
      await get(provider.misbehave("/movie/1", small), "/movie/1")
    ).json();
    expect(json).toEqual({ id: 1, overview: "a".repeat(2 * 1024 * 1024) });
    const huge = await get(provider, "/movie/2");
    let bytes = 0;
    for await (const piece of huge.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > 8 * 1024 * 1024) break;
    }
    expect(bytes).toBeGreaterThan(8 * 1024 * 1024);
  });

  test("a held path takes requests and answers them when released", async () => {
    await using provider = standIn();
    provider.serve("/movie/603", FILM);
    const release = provider.hold("/movie/603");
    const both = [get(provider, "/movie/603"), get(provider, "/movie/603")];
    await provider.arrived("/movie/603", 2);
    expect([provider.inFlight, provider.peak]).toEqual([2, 2]);
    release();
    expect((await Promise.all(both)).map((response) => response.status)).toEqual([200, 200]);
  });

  test("closing cuts what is open and frees the port", async () => {
    const provider = standIn();
    provider.misbehave("/movie/1", "hang").misbehave("/movie/2", "stall");
    const waiting = [get(provider, "/movie/1"), get(provider, "/movie/2").then((r) => r.text())];
    await Promise.all([provider.arrived("/movie/1"), provider.arrived("/movie/2")]);
    await provider.close();
    const ends = await Promise.allSettled(waiting);
    expect(ends.map((end) => end.status)).toEqual(["rejected", "rejected"]);
    await expect(get(provider, "/movie/1")).rejects.toThrow();
  });
});

describe("bodies of our own", () => {
  test("overrides go deep into objects, replace arrays and remove keys set to undefined", () => {
    const body = movieBody({
      id: 603,
      softcore: undefined,
      credits: { cast: [] },
      "watch/providers": { results: { DE: undefined } },
    });
    expect(body).toMatchObject({ id: 603, imdb_id: "tt10000603", credits: { cast: [] } });
    expect(body).not.toHaveProperty("softcore");
    expect(body).toHaveProperty("credits.crew.0.job", "Director");
    expect(Object.keys(Object(body["watch/providers"]).results)).toEqual(["US"]);
  });

  test("a bare body has the same keys as a full one, and two titles share no credit id", () => {
    expect(Object.keys(bareMovieBody()).sort()).toEqual(Object.keys(movieBody()).sort());
    expect(Object.keys(bareSeriesBody()).sort()).toEqual(Object.keys(seriesBody()).sort());
    const credits = (body: object) =>
      JSON.stringify(body).match(/"credit_id":"[0-9a-f]{24}"/g) ?? [];
    const first = new Set(credits(movieBody({ id: 1 })));
    expect(first.size).toBe(4);
    expect(credits(movieBody({ id: 2 })).filter((id) => first.has(id))).toEqual([]);
  });

  test("seasons, episodes, entities and rankings carry the ids they were asked for", () => {
    expect(seasonBody(9, 2)).toMatchObject({
      season_number: 2,
      episodes: [{ episode_number: 1, show_id: 9 }, { episode_number: 2 }],
    });
    expect(episodeBody(9, 2, 31)).toMatchObject({ air_date: "2025-10-01", season_number: 2 });
    expect(personBody({ id: 7 })).toMatchObject({ id: 7, name: "Person 7", imdb_id: "nm0000007" });
    expect(collectionBody()).toMatchObject({ id: 701, parts: [{ id: 1 }, { id: 2 }] });
    expect(companyBody({ id: 8 })).toMatchObject({ id: 8, logo_path: "/company-8.png" });
    expect(trendingBody("tv", [4, 2])).toMatchObject({
      page: 1,
      results: [{ id: 4, media_type: "tv" }, { id: 2 }],
      total_results: 2,
    });
  });
});

describe.skipIf(recorded === undefined)("recorded bodies", () => {
  test("a composed body is the newest raw detail plus the parts found elsewhere", () => {
    expect(recorded?.best("movie_details", "/movie/550")).toMatchObject({
      fidelity: "raw",
      query: { append_to_response: "credits,release_dates,external_ids,keywords,images" },
    });
    const body = recorded?.composed("movie_details", "/movie/550");
    expect(body).toContainKeys(["id", "credits", "videos", "recommendations", "watch/providers"]);
    expect(body?.videos).not.toHaveProperty("id");
    expect(recorded?.best("movie_details", "/movie/1084242")?.query.language).toBe("en-US");
    expect(recorded?.composed("movie_details", "/movie/1")).toBeUndefined();
  });

  test("serving them all answers details with their parts, rankings and errors", async () => {
    await using provider = standIn();
    const served = serveRecorded(provider);
    expect(served.movie_details.length).toBeGreaterThan(100);
    const path = "/tv/1399?append_to_response=aggregate_credits";
    const series: unknown = await (await get(provider, path)).json();
    expect(series).toMatchObject({ id: 1399, aggregate_credits: { cast: expect.any(Array) } });
    expect(series).not.toHaveProperty("images");
    const ranking = await get(provider, "/trending/movie/week?page=2");
    expect(await ranking.json()).toMatchObject({ page: 2, results: [] });
    expect((await get(provider, "/collection/999999999")).status).toBe(404);
  });

  test("named kinds are served alone", async () => {
    await using provider = standIn();
    expect(serveRecorded(provider, ["collection_details"]).movie_details).toEqual([]);
    expect((await get(provider, "/collection/119")).status).toBe(200);
  });
});
