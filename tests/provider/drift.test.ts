import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { ProviderError } from "~/provider/http/errors";
import { readMovie } from "~/provider/movie";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { readSeries } from "~/provider/series";
import { fullMovie } from "./movie-body";
import { fullSeason } from "./season-body";
import { fullSeries } from "./series-body";

setDefaultTimeout(60_000);

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];
type Read = (body: Json, warnings: Warnings) => Json;

const asked = { series_external_id: 1399, season_number: 1 };
const bodies: Record<string, { body: () => Json; read: Read }> = {
  movie: { body: fullMovie, read: (body, warnings) => readMovie(body, 603, warnings) },
  series: { body: fullSeries, read: (body, warnings) => readSeries(body, 1399, warnings) },
  season: { body: fullSeason, read: (body, warnings) => readSeason(body, asked, warnings) },
};

/** How a field can change; `delete` removes the key. */
const oddities: readonly unknown[] = [
  "delete",
  null,
  "",
  "text",
  "x".repeat(100_000),
  "nul\u0000 and half a pair \ud800",
  "99999-12-31",
  "../../etc/passwd",
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  [],
  [null, 5, "text", [], {}],
  {},
  { id: -1, results: 5, cast: "x", US: [] },
];

/** Every path of a body, including the items of its lists. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((child, index) => placesOf(child, [...path, index]))
    : Object.entries(value).flatMap(([key, child]) => placesOf(child, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

/** A changed copy that shares everything outside the changed path with the original body. */
function mutated(value: unknown, path: Path, oddity: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return oddity;
  if (typeof value !== "object" || value === null) return value;
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && oddity === "delete") Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, mutated(Reflect.get(copy, key), rest, oddity));
  return copy;
}

const changed = (body: Json, path: Path, oddity: unknown): Json => ({
  ...Object(mutated(body, path, oddity)),
});

/** Reads a body; undefined if it is rejected as a whole with the one error that is allowed. */
function tolerantly(read: Read, body: Json) {
  const warnings = new Warnings();
  try {
    return { value: read(body, warnings), warnings };
  } catch (error) {
    if (error instanceof ProviderError && error.code === "provider_payload_invalid")
      return undefined;
    throw error;
  }
}

/** The keys of the result that a key of the body can affect, if their names differ. */
const renamed: Record<string, readonly string[]> = {
  name: ["title"],
  original_name: ["original_title"],
  type: ["series_type"],
  origin_country: ["origin_countries"],
  belongs_to_collection: ["collection"],
  production_companies: ["companies"],
  alternative_titles: ["alternate_titles"],
  imdb_id: ["external_ids"],
  created_by: ["creators"],
  aggregate_credits: ["credits"],
  last_episode_to_air: ["last_episode"],
  next_episode_to_air: ["next_episode"],
  "watch/providers": ["offerings"],
  id: ["external_id"],
};

const differences = (before: Json, after: Json) =>
  Object.keys(before).filter((key) => !Bun.deepEquals(before[key], after[key]));

describe.each(Object.entries(bodies))("P20: drift of the provider's %s", (_, { body, read }) => {
  const original = body();
  const whole = read(original, new Warnings());
  const places = placesOf(original);

  test("P20: a field that goes wrong costs itself, never another field nor the record", () => {
    let refused = 0;
    for (const path of places) {
      for (const oddity of oddities) {
        const result = tolerantly(read, changed(original, path, oddity));
        const key = String(path[0]);
        if (result === undefined) {
          refused += 1;
          expect(["id", "title", "name"]).toContain(key);
          expect(path).toHaveLength(1);
        } else {
          const allowed = renamed[key] ?? [key];
          expect(
            differences(whole, result.value).filter((name) => !allowed.includes(name)),
          ).toEqual([]);
          expect(JSON.stringify(result.value)).not.toMatch(/\\u0000|\\ud800/);
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  test("P20: any number of fields gone wrong at once is refused or read, with at most 51 warnings", () => {
    const change = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...oddities));
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 12 }), (changes) => {
        const odd = changes.reduce((copy, [path, value]) => changed(copy, path, value), original);
        const result = tolerantly(read, odd);
        expect(result?.warnings.list().length ?? 0).toBeLessThanOrEqual(51);
      }),
      { numRuns: 300 },
    );
  });

  test("P20: any JSON at all is refused or read", () => {
    const keys = fc.constantFrom(...Object.keys(body()), "results", "cast", "crew", "roles");
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 5 }, fc.jsonValue({ maxDepth: 1 }), tie("list"), tie("record")),
      list: fc.array(tie("node"), { maxLength: 4 }),
      record: fc.dictionary(keys, tie("node"), { maxKeys: 6 }),
    }));
    const record = fc.dictionary(keys, node, { maxKeys: 30 });
    fc.assert(
      fc.property(record, (odd) => {
        tolerantly(read, { id: 1, title: "T", name: "N", ...odd });
      }),
      { numRuns: 300 },
    );
  });
});
