import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type HotService, hotService } from "../../http/hot-answers/hot-service";
import { publicId, uuid } from "../ids";
import { givenOneOfEach } from "../references/one-of-each";
import { givenFetched, givenMovie, givenSeries } from "../rows";

setDefaultTimeout(60_000);

let service: HotService;
beforeAll(async () => {
  service = await hotService();
  const { db } = service;
  await givenOneOfEach(db);
  await givenFetched(db, "movie", 603);
  const translation = (kind: string, n: number, language: string, title: string) => sql`
    insert into translations (owner_kind, owner_id, language, country, title)
    values (${kind}, ${uuid(n)}, ${language}, '', ${title})`;
  await db.execute(translation("movie", 603, "fr", "Le Phare"));
  await db.execute(translation("series", 1399, "de", "Gezeiten"));
  await db.execute(translation("episode", 0x5002, "fr", "Marée"));
  await service.caughtUp();
});
afterAll(() => service[Symbol.asyncDispose]());

type Body = {
  results?: { entity: object; status: string }[];
  error?: { details: { field: string }[] };
};
const refs = ["movie/tmdb:603", "series/tmdb:1399", "episode/tmdb:63056", "keyword/tmdb:818"];

describe("what a batch asks for beside the plain answer", () => {
  test("N8, N40: languages, as the single GET answers them, by one statement", async () => {
    const given = { refs, view: "detail", language: "fr,de" };
    const before = service.statements();
    const posted = await service.post<Body>("/entities", given);
    expect([posted.status, service.statements() - before]).toEqual([200, 1]);
    const entities = posted.body.results?.map(({ entity }) => JSON.stringify(entity)) ?? [];
    const single = await service.get("/movies/tmdb:603?language=fr,de");
    expect(entities[0]).toBe(single.text);
    expect(entities[1]).toContain('"title":"Gezeiten"');
    expect(entities[2]).toContain('"title":"Marée"');
    expect(posted.headers.get("content-language")).toContain("fr");
    const got = await service.get(`/entities?refs=${refs.join(",")}&view=detail&language=fr,de`);
    expect(got.text).toBe(posted.text);
  });

  test("N40 N43: those of Accept-Language with auto, in both views and for what is found", async () => {
    const headers = { "accept-language": "fr;q=0.5,de", "content-type": "application/json" };
    const posted = await service.post("/entities", { refs, language: "auto" }, headers);
    expect(posted.text).toContain("Le Phare");
    const got = await service.get(`/entities?refs=${refs.join(",")}&language=auto`, headers);
    expect(got.text).toBe(posted.text);
    for (const response of [posted, got]) {
      expect(response.headers.get("vary")).toContain("accept-language");
    }
    const named = await service.post("/entities", { refs, language: "fr" }, headers);
    expect(named.headers.get("vary") ?? "").not.toContain("accept-language");
    expect((await service.get("/find/tmdb/603?language=fr")).text).toContain("Le Phare");
    expect((await service.post("/entities", { refs, language: "english" })).status).toBe(422);
  });

  test("N8, N22: summaries bring along what lists do", async () => {
    const asked = "include=external_ids,watch_providers,keywords&country=us";
    const { body } = await service.get<Body>(`/entities?refs=${refs.join(",")}&${asked}`);
    const list = await service.get<{ results: object[] }>(`/movies?${asked}`);
    expect(body.results?.[0]?.entity).toEqual(list.body.results[0] ?? {});
    expect(Object.keys(body.results?.[3]?.entity ?? {})).not.toContain("external_ids");
    const without = await service.get<Body>(
      `/entities?refs=${refs.join(",")}&include=watch_providers`,
    );
    expect(without.status).toBe(422);
    expect(without.body.error?.details[0]?.field).toBe("country");
    const posted = { refs, include: ["external_ids"], country: "US" };
    expect((await service.post("/entities", posted)).text).toContain('"imdb":"tt0133093"');
  });

  test("N8, N22: each of several titles brings along its own", async () => {
    await givenMovie(service.db, 604, { external_ids: { imdb: "tt0234215" } });
    await givenSeries(service.db, 1400, { external_ids: { tvdb: 121_362 } });
    await service.caughtUp();
    const asked = "include=external_ids,top_credits,watch_providers,keywords&country=US";
    for (const kind of ["movies", "series"]) {
      const list = await service.get<{ results: { id: string }[] }>(`/${kind}?${asked}`);
      const ids = list.body.results.map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const { body } = await service.get<Body>(`/entities?refs=${ids}&${asked}`);
      expect(body.results?.map(({ entity }) => entity)).toEqual(list.body.results);
    }
  });
});

describe("a batch that is kept", () => {
  const path = "/entities?refs=movie/imdb:tt0133093,series/tmdb:1399&view=detail";

  async function ask(address = path) {
    await service.heard();
    const before = service.statements();
    const { text } = await service.get(address);
    return { text, statements: service.statements() - before };
  }

  test("N6: takes no statement until something changes, also nothing but the last ingestion of one", async () => {
    const summary = "/entities?refs=movie/imdb:tt0133093";
    await Promise.all([ask(), ask(summary)]);
    expect(await ask()).toMatchObject({ statements: 0 });
    await service.db.execute(
      sql`update provenance set fetched_at = '2026-11-21T10:00:00Z' where entity_id = ${uuid(603)}`,
    );
    await service.caughtUp();
    const again = await ask();
    expect(again.statements).toBe(1);
    expect(again.text).toContain('"last_ingested_at":"2026-11-21T10:00:00.000Z"');
    expect(await ask(summary)).toMatchObject({ statements: 0 });
    await service.db.execute(sql`update movies set title = 'Anew' where id = ${uuid(603)}`);
    await service.caughtUp();
    expect((await ask()).text).toContain('"title":"Anew"');
    expect((await ask(summary)).text).toContain(publicId("movie", 603));
  });
});
