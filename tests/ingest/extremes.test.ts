import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { collectionBody, personBody, trendingBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { isObject, type Json } from "../support/bodies/overrides";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

/** `FUZZ_RUNS=1000 FUZZ_SEED=1` runs more cases than normal. */
const runs = Number(process.env.FUZZ_RUNS ?? 30);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** The largest response about one record in bytes, whatever the provider sends. */
const DETAIL_BYTES = 4_000_000;

type Path = readonly (string | number)[];
type Mutation = { at: number; value: unknown } | { at: number; copies: number };

const scalars: readonly unknown[] = [
  0,
  -0,
  -1,
  0.1,
  5e-324,
  1.797e308,
  1e12,
  32_768,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  9_223_372_036_854_775_807n.toString(),
  "0000-01-01",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59.999999999-14:00",
  "275760-09-13",
  "-000001-01-01",
  "\u0000\ud800",
  "é".repeat(30_000),
  "😀".repeat(400),
  true,
  [],
  {},
];

/** Every path in a body, outermost first. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, part]) => [[...path, key], ...places(part, [...path, key])]);
}

/** The same item under other ids, names and numbers. */
function variant(item: unknown, index: number): unknown {
  if (typeof item === "string") return `${item}${index}`;
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (/^id$|_id$|_number$/.test(key) && typeof value === "number") return [key, value + index];
      if (/^id$|_id$|^key$|name$|^title$/.test(key) && typeof value === "string")
        return [key, `${value}${index}`];
      return [key, key === "file_path" ? `/copy-${index}.jpg` : value];
    }),
  );
}

const copied = (list: readonly unknown[], copies: number) =>
  Array.from({ length: copies }, (_, index) => variant(list[index % list.length], index));

function mutated(value: unknown, [key, ...rest]: Path, mutation: Mutation): unknown {
  if (key === undefined) {
    if ("value" in mutation) return mutation.value;
    return Array.isArray(value) && value.length > 0 ? copied(value, mutation.copies) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, key, mutated(Reflect.get(copy, key), rest, mutation));
  return copy;
}

/** Whether a value has at most so many parts: copied lists within copied lists would exhaust the memory. */
function hasParts(value: unknown, most: number): boolean {
  let left = most;
  const count = (part: unknown): void => {
    left -= 1;
    if (left < 0 || typeof part !== "object" || part === null) return;
    for (const child of Object.values(part)) if (left >= 0) count(child);
  };
  count(value);
  return left >= 0;
}

function apply(body: Json, mutations: readonly Mutation[]): Json {
  const all = places(body).filter((path) => path.length > 1 || path[0] !== "id");
  const lists = all.filter((path) =>
    Array.isArray(path.reduce<unknown>((part, key) => Object(part)[key], body)),
  );
  return mutations.reduce((copy, mutation) => {
    const among = "copies" in mutation ? lists : all;
    const next = { ...Object(mutated(copy, among[mutation.at % among.length] ?? [], mutation)) };
    return hasParts(next, 300_000) ? next : copy;
  }, body);
}

const at = fc.nat(10_000);
const mutations = fc.array(
  fc.oneof(
    fc.record({ at, value: fc.constantFrom(...scalars) }),
    fc.record({ at, copies: fc.constantFrom(300, 3_000, 12_000) }),
  ),
  { minLength: 1, maxLength: 8 },
);

type Kind = "movie" | "series" | "season" | "collection" | "person";
const bodies: Record<Kind, { id: string; path: string; body: Json }> = {
  movie: { id: "2", path: "/movie/2", body: movieBody({ id: 2 }) },
  series: { id: "1", path: "/tv/1", body: seriesBody({ id: 1 }) },
  season: { id: "1:1", path: "/tv/1/season/1", body: seasonBody(1, 1) },
  collection: { id: "701", path: "/collection/701", body: collectionBody() },
  person: { id: "501", path: "/person/501", body: personBody({ id: 501 }) },
};

const answers: Record<Kind, { room: string; parts: string[] }> = {
  movie: { room: "movies", parts: ["", "/credits", "/images", "/videos", "/recommendations"] },
  series: { room: "series", parts: ["", "/credits", "/images", "/videos", "/seasons"] },
  season: { room: "seasons", parts: [""] },
  collection: { room: "collections", parts: [""] },
  person: { room: "people", parts: ["", "/credits"] },
};

const lists = ["/movies", "/series", "/people", "/collections", "/search?query=harbour%20person"];

/** The job ends in its first attempt, and what it stored can be read. */
async function endsForGood(pipeline: Pipeline, kind: Kind, body: Json): Promise<void> {
  const { id, path } = bodies[kind];
  pipeline.provider.serve(path, body);
  const { status, attempts, error, result } = await pipeline.run(kind, id);
  expect({ status, attempts, error }).toEqual(
    status === "succeeded"
      ? { status, attempts: 1, error: null }
      : {
          status: "failed",
          attempts: 1,
          error: expect.objectContaining({ code: "provider_payload_invalid", retryable: false }),
        },
  );
  for (const list of lists) await pipeline.get(list);
  if (result?.entity_id == null) return;
  const { room, parts } = answers[kind];
  for (const part of parts) {
    const answer = await pipeline.get(`/${room}/${result.entity_id}${part}`);
    expect(JSON.stringify(answer).length).toBeLessThan(DETAIL_BYTES);
  }
}

/** The refresh ends, and the valid title beside the extreme one is in its list. */
async function refreshes(pipeline: Pipeline): Promise<void> {
  await pipeline.forget();
  const job = await pipeline.run("trending", "movie:day");
  expect([job.status, job.error]).toEqual(["succeeded", null]);
  const { stored } = await pipeline.row(sql`
    select count(*)::int as stored from trending_entries join titles on titles.id = title_id
    where external_id = 3 and rank = 2`);
  expect(stored).toBe(1);
}

describe("extreme values and giant lists", () => {
  test("P20, M133, M135, S16: the job always ends, the answers stay small, the ranking is refreshed", async () => {
    await using pipeline = await ingestion({ timeout_ms: 20_000 });
    pipeline.provider.serve("/trending/movie/day", trendingBody("movie", [2, 3]));
    pipeline.provider.serve("/movie/3", movieBody({ id: 3 }));
    for (const kind of ["series", "season"] as const)
      await endsForGood(pipeline, kind, bodies[kind].body);
    const kinds = fc.constantFrom<Kind>("movie", "series", "season", "collection", "person");
    const property = fc.asyncProperty(kinds, mutations, async (kind, changes) => {
      await endsForGood(pipeline, kind, apply(bodies[kind].body, changes));
      if (kind === "movie") await refreshes(pipeline);
    });
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  }, 240_000);
});
