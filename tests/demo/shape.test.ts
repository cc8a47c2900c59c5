import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoTitles } from "~/demo/catalog";
import { appends, askJson, type Json, type JsonValue, objects } from "./ask";

const recorded = join(import.meta.dir, "../../../shared/provider/recorded");

/** Every path of keys in `value`; lists are one level "[]", country codes of offers "CC". */
function keyPaths(value: JsonValue, prefix = "", into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) keyPaths(item, `${prefix}[]`, into);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const path = `${prefix}.${/^[A-Z]{2}$/.test(key) ? "CC" : key}`;
      into.add(path);
      keyPaths(member, path, into);
    }
  }
  return into;
}

/** Key paths seen with null, which the provider has only for some. */
function nullPaths(value: JsonValue, prefix = "", into = new Set<string>()): Set<string> {
  if (value === null) into.add(prefix);
  else if (Array.isArray(value)) for (const item of value) nullPaths(item, `${prefix}[]`, into);
  else if (typeof value === "object")
    for (const [key, member] of Object.entries(value)) nullPaths(member, `${prefix}.${key}`, into);
  return into;
}

const nullable =
  /\.(backdrop_path|poster_path|profile_path|logo_path|still_path|belongs_to_collection|imdb_id|runtime|air_date|last_episode_to_air|next_episode_to_air|birthday|deathday|homepage|place_of_birth|iso_639_1|iso_3166_1|freebase_mid|freebase_id|tvdb_id|tvrage_id|wikidata_id|facebook_id|instagram_id|twitter_id|tiktok_id|youtube_id)$/;

function recordedBodies(folder: string, pattern: RegExp): Json[] {
  return readdirSync(join(recorded, folder))
    .filter((file) => pattern.test(file))
    .map((file) => JSON.parse(readFileSync(join(recorded, folder, file), "utf8")));
}

function union(bodies: readonly Json[]): Set<string> {
  return new Set(bodies.flatMap((body) => [...keyPaths(body)]));
}

async function demoBodies() {
  const all = (prefix: string, ids: number[], asked: string[]) =>
    Promise.all(ids.map((id) => askJson(`${prefix}/${id}`, asked)));
  const series = await all("/tv", demoTitles.series, appends.tv);
  const seasons = await Promise.all(
    series.flatMap((body) =>
      objects(body.seasons).map((stub) =>
        askJson(`/tv/${body.id}/season/${stub.season_number}`, appends.season),
      ),
    ),
  );
  return {
    movie: await all("/movie", demoTitles.movies, appends.movie),
    series,
    seasons,
    collection: await all("/collection", demoTitles.collections, appends.collection),
    person: await all("/person", demoTitles.people, appends.person),
    trending: await Promise.all(
      ["movie/day", "movie/week", "tv/day", "tv/week"].map((path) => askJson(`/trending/${path}`)),
    ),
  };
}

const folders: Record<keyof Awaited<ReturnType<typeof demoBodies>>, [string, RegExp][]> = {
  movie: [["movie_details", /./]],
  series: [["tv_details", /./]],
  seasons: [["tv_season", /./]],
  collection: [
    ["collection_details", /./],
    ["trending", /trending_movie/],
  ],
  person: [["person_details", /./]],
  trending: [["trending", /trending_(movie|tv)_/]],
};

/** Keys the recorded details happen not to show, though lists of 2026 and stand-alone bodies have them. */
const knownOptional =
  /\.softcore$|^\.original_(language|name)$|^\.watch\/providers\.results\.CC\.free(\[\]|$)|^\.(images|external_ids|translations|videos)(\.|$)/;

/** Parts the demo does not append, and the two keys of the provider's orphan credits. */
const notServed: Record<string, RegExp> = {
  movie: /^\.(similar|reviews|lists|changes)\b/,
  series: /^\.(similar|episode_groups|changes)\b/,
  seasons: /^\.(aggregate_credits|credits|watch\/providers|changes)\b|\.(person_id|episode_count)$/,
  collection: /^$/,
  person: /^\.(changes|tagged_images|\w+_credits)\b/,
  trending: /^$/,
};

describe("the demo provider's bodies", () => {
  test("hold null only where the provider does", async () => {
    for (const [kind, bodies] of Object.entries(await demoBodies())) {
      const wrong = bodies
        .flatMap((body) => [...nullPaths(body)])
        .filter((path) => !nullable.test(path));
      expect({ kind, wrong }).toEqual({ kind, wrong: [] });
    }
  });

  test("have the keys of recorded bodies at every depth, no other and none missing", async () => {
    if (!existsSync(recorded)) {
      console.log("../shared/provider is not there: demo shapes were not compared with recordings");
      return;
    }
    for (const [kind, bodies] of Object.entries(await demoBodies())) {
      const sources = Object.entries(folders).find(([key]) => key === kind)?.[1] ?? [];
      const real = union(
        sources
          .flatMap(([folder, pattern]) => recordedBodies(folder, pattern))
          .map((body) =>
            kind === "collection" && "results" in body ? { parts: body.results ?? [] } : body,
          ),
      );
      const demo = union(bodies);
      const extra = [...demo].filter((path) => !real.has(path) && !knownOptional.test(path));
      const missing = [...real].filter((path) => !demo.has(path) && !notServed[kind]?.test(path));
      expect({ kind, extra, missing }).toEqual({ kind, extra: [], missing: [] });
    }
  });

  test("miss none of the keys a recorded body of 2026 has at its top", async () => {
    if (!existsSync(recorded)) {
      console.log("../shared/provider is not there: demo keys were not compared with recordings");
      return;
    }
    const demo = await demoBodies();
    for (const [bodies, folder, pattern, optional] of [
      [demo.movie, "movie_details", /^movie_(47964|tt1345836).*2026-05/, []],
      [demo.series, "tv_details", /^tv_(1396|1668)@2026-05/, []],
      [demo.seasons, "tv_season", /^tv_1396_season_1@2026-05/, []],
      [demo.collection, "collection_details", /@202[45]/, []],
      [demo.person, "person_details", /^person_62@2026-05/, []],
      [demo.trending, "trending", /^trending_(movie|tv)_week@2026-05/, []],
    ] as const) {
      const wanted = new Set(recordedBodies(folder, pattern).flatMap((body) => Object.keys(body)));
      for (const part of Object.values(appends).flat()) wanted.delete(part);
      expect(wanted.size).toBeGreaterThan(3);
      for (const body of bodies) {
        expect([...wanted].filter((key) => !(key in body))).toEqual([...optional]);
      }
    }
  });
});
