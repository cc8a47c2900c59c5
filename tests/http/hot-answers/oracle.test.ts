import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IngestedKind } from "~/vocabulary";
import { ingestion, type Pipeline } from "../../ingest/support";
import { recorded, serveRecorded } from "../../support/recorded";
import { type TestService, testService } from "../../support/service";

setDefaultTimeout(120_000);

const sections: Record<string, readonly string[]> = {
  movie: ["movies", "", "/credits", "/images", "/videos", "/recommendations", "/watch-providers"],
  series: ["series", "", "/credits", "/images", "/videos", "/watch-providers", "/seasons"],
  season: ["seasons", ""],
  episode: ["episodes", ""],
  person: ["people", "", "/credits"],
  company: ["companies", "", "/movies", "/series"],
  collection: ["collections", ""],
  keyword: ["keywords", ""],
};

const lists = [
  "/movies?page_size=50",
  "/movies?sort_by=title.asc&page=2",
  "/movies?genre=Drama&year=1999",
  "/movies/now-playing",
  "/movies/upcoming",
  "/movies/trending?window=week",
  "/movies/trending",
  "/series?page_size=50",
  "/series/trending",
  "/people?page_size=50",
  "/companies?page_size=50",
  "/collections",
  "/keywords?page_size=50",
  "/genres",
  "/search?query=the&type=movie,series,person,collection,company,keyword",
  "/search?query=fight",
  "/configuration",
];

/** Most of the pages that are walked of one kind, which bounds the walk. */
const mostOfKind = 12;

/** Every list, and the pages of what they name, as a visitor would follow them. */
async function addressesOf(service: TestService): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  const addresses = new Set(lists);
  for (const address of addresses) {
    const { text } = await service.get(address);
    for (const [id = "", kind = ""] of text.matchAll(/\b([a-z]+)_[0-9a-f]{32}\b/g)) {
      const [room, ...parts] = sections[kind] ?? [];
      const known = found.get(kind) ?? new Set();
      found.set(kind, known);
      if (room === undefined || known.has(id) || known.size === mostOfKind) continue;
      known.add(id);
      for (const part of parts) addresses.add(`/${room}/${id}${part}`);
    }
  }
  return [...addresses];
}

const served = (recordings: string[], pattern: RegExp, most: number): string[] =>
  recordings.flatMap((path) => pattern.exec(path)?.slice(1).join(":") ?? []).slice(0, most);

describe.skipIf(recorded === undefined)("an answer from memory and a computed one", () => {
  let pipeline: Pipeline;
  let hot: TestService;
  let plain: TestService;
  let jobs: Record<IngestedKind, string[]>;

  beforeAll(async () => {
    pipeline = await ingestion({ loops: 2 });
    const paths = serveRecorded(pipeline.provider);
    jobs = {
      movie: served(paths.movie_details, /^\/movie\/(\d+)$/, 8),
      series: served(paths.tv_details, /^\/tv\/(\d+)$/, 4),
      season: ["1396:1", "1399:1"],
      person: served(paths.person_details, /^\/person\/(\d+)$/, 5),
      collection: served(paths.collection_details, /^\/collection\/(\d+)$/, 3),
      trending: ["all"],
    };
    jobs.series.push("1396", "1399");
    const { database } = pipeline;
    hot = await testService({ database, hot: database.address });
    plain = await testService({ database });
    while (!(await hot.hot?.changes.becomesCurrent())) await Bun.sleep(5);
  });
  afterAll(async () => {
    await hot[Symbol.asyncDispose]();
    await plain[Symbol.asyncDispose]();
    await pipeline[Symbol.asyncDispose]();
  });

  /** Fills the memory, changes the catalog, and compares every address afterwards; returns the hits. */
  async function compare(change: () => Promise<unknown>): Promise<number> {
    for (const address of await addressesOf(plain)) await hot.get(address);
    await change();
    await hot.hot?.changes.caughtUp();
    const hits = hot.hot?.counts.hits ?? 0;
    const addresses = await addressesOf(plain);
    for (const address of addresses) {
      const [kept, computed] = await Promise.all([hot.get(address), plain.get(address)]);
      expect({ address, text: kept.text }).toEqual({ address, text: computed.text });
      expect(kept.headers.get("etag")).toBe(computed.headers.get("etag"));
    }
    return (hot.hot?.counts.hits ?? 0) - hits;
  }

  const ingestAll = async (kind: IngestedKind) => {
    for (const external_id of jobs[kind]) await pipeline.ingest(kind, external_id);
  };

  for (const kind of ["movie", "series", "season", "person", "collection", "trending"] as const) {
    test(`are the same after the first ingestion of each ${kind}`, async () => {
      await compare(() => ingestAll(kind));
    });
  }

  for (const kind of ["movie", "series", "person", "collection"] as const) {
    test(`are the same after ${kind} payloads that have not changed, and most is still kept`, async () => {
      const hits = await compare(() => ingestAll(kind));
      expect(hits).toBeGreaterThan(100);
    });
  }

  test("are the same after a payload that has changed in one field", async () => {
    const [id = ""] = jobs.movie;
    const body = recorded?.composed("movie_details", `/movie/${id}`);
    pipeline.provider.serve(`/movie/${id}`, { ...body, title: "Renamed", popularity: 12_345 });
    await compare(() => pipeline.ingest("movie", id));
    const [person = ""] = jobs.person;
    const known = recorded?.composed("person_details", `/person/${person}`);
    pipeline.provider.serve(`/person/${person}`, { ...known, name: "Renamed" });
    await compare(() => pipeline.ingest("person", person));
  });

  test("are the same after a title is deleted", async () => {
    await compare(
      () => pipeline.database.driver`
      delete from titles where id = (select id from movies order by popularity desc limit 1)`,
    );
  });
});
