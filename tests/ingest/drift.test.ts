import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { collectionIngestion } from "~/ingest/collections/ingest";
import { movieIngestion } from "~/ingest/movies/ingest";
import { personIngestion } from "~/ingest/people/ingest";
import { type Ingestion, ingest } from "~/ingest/pipeline";
import { seasonIngestion } from "~/ingest/seasons/ingest";
import { seriesIngestion } from "~/ingest/series/ingest";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { collectionBody, personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { isObject, type Json } from "../support/bodies/overrides";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

type Path = readonly (string | number)[];
type Damage = (value: unknown) => unknown;

const damages: Record<string, Damage> = {
  deleted: () => undefined,
  null: () => null,
  "of a wrong type": (value) => (typeof value === "string" ? 17 : "seventeen"),
  "a list": () => [[]],
  "an object": () => ({ wrong: { wrong: true } }),
  huge: (value) => (typeof value === "number" ? 1e308 : "x".repeat(130)),
  negative: (value) => (typeof value === "number" ? -1 : value),
  "full of NUL": (value) => (typeof value === "string" ? `\0${value}\ud800` : Number.NaN),
  "far away": (value) => (/^\d{4}-\d{2}-\d{2}/.test(String(value)) ? "99999-13-32" : value),
};

/** Every path in a body. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const entries = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, part]) => [[...path, key], ...pathsIn(part, [...path, key])]);
}

function damaged(body: Json, paths: readonly Path[], damage: Damage): Json {
  const copy: Json = structuredClone(body);
  for (const path of paths) {
    const last = path.at(-1) ?? "";
    const owner = path.slice(0, -1).reduce<unknown>((part, key) => Object(part)[key], copy);
    if (typeof owner === "object" && owner !== null)
      Reflect.set(owner, last, damage(Reflect.get(owner, last)));
  }
  return copy;
}

/**
 * Paths whose loss is meaningful or leaves no trace: required fields, an image's language (an image
 * without one has no text), and offers, where a missing list means that they ended.
 */
const vital = (path: Path) =>
  (path.length === 1 && ["id", "title", "name"].includes(String(path[0]))) ||
  (path[0] === "images" && path.at(-1) === "iso_639_1") ||
  (path[0] === "watch/providers" && (path.length === 3 || path.length === 4)) ||
  path.at(-1) === "official";

type Stored = Map<string, Json>;

/** All rows by table and primary key. */
async function stored(pipeline: Pipeline): Promise<Stored> {
  const keys = await pipeline.db.execute<{ table: string; columns: string[] }>(sql`
    select indrelid::regclass::text as table, json_agg(attname) as columns from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indisprimary group by 1`);
  const rows: Stored = new Map();
  for (const [table, lines] of Object.entries(await pipeline.dump())) {
    const columns = keys.find((key) => key.table === table)?.columns ?? [];
    for (const line of lines) {
      const row: Json = JSON.parse(line);
      rows.set(`${table} ${JSON.stringify(columns.map((column) => row[column]))}`, row);
    }
  }
  return rows;
}

/** Rows that are gone, and values that became null or empty. */
function losses(before: Stored, after: Stored): string[] {
  return [...before].flatMap(([key, row]) => {
    const now = after.get(key);
    if (now === undefined) return [`${key} is gone`];
    const empty = (value: unknown) => value == null || JSON.stringify(value) === "[]";
    return Object.keys(row)
      .filter((column) => column !== "missing_at" && !empty(row[column]) && empty(now[column]))
      .map((column) => `${key}: ${column} is gone`);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: each case normalizes to a type of its own
const cases: [string, string, Ingestion<any>, Json][] = [
  ["movie", "/movie/1", movieIngestion(1), movieBody({ id: 1 })],
  ["series", "/tv/1", seriesIngestion(1), seriesBody({ id: 1 })],
  [
    "season",
    "/tv/1/season/1",
    seasonIngestion({ series_external_id: 1, season_number: 1 }),
    seasonBody(1, 1),
  ],
  ["collection", "/collection/701", collectionIngestion(701), collectionBody()],
  ["person", "/person/1", personIngestion(1), personBody({ id: 1 })],
];

/** How many paths are damaged at once. Each alone must do no harm, so together they do none. */
const AT_ONCE = 24;

describe.concurrent("P20: drift of the provider", () => {
  test.each(cases)(
    "whatever breaks in a %s, nothing stored is lost and nothing crashes",
    async (_, path, subject, body) => {
      await using pipeline = await ingestion();
      const { url: base_url, token } = pipeline.provider;
      const provider = openProvider({ base_url, token, timeout_ms: 2_000, pace: freePace });
      const job = { id: crypto.randomUUID(), lease_token: crypto.randomUUID(), run: 1 };
      const take = async <N>(what: Ingestion<N>, served: string, answer: Json) => {
        pipeline.provider.serve(served, answer);
        return ingest({ db: pipeline.db, provider }, what, job, {
          written: async (_tx, { warnings }) => warnings,
        });
      };
      await take(seriesIngestion(1), "/tv/1", seriesBody({ id: 1 }));
      await take(subject, path, body);
      const before = await stored(pipeline);
      const everywhere = pathsIn(body).filter((place) => !vital(place));
      const steps = Math.ceil(everywhere.length / AT_ONCE);
      for (const [how, damage] of Object.entries(damages)) {
        for (let step = 0; step < steps; step += 1) {
          const hit = everywhere.filter((_place, index) => index % steps === step);
          await take(subject, path, damaged(body, hit, damage));
        }
        const lost = losses(before, await stored(pipeline));
        expect({ how, lost }).toEqual({ how, lost: [] });
      }
    },
  );
});
