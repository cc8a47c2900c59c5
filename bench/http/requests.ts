import type { Catalog } from "../catalog/catalog";
import { cpuOf, sessions } from "../cpu";
import type { Load } from "../load/load";
import { type Bench, type Column, type Row, spread } from "../part";

/** Requests to measure at one place. */
export type Requests = {
  name: string;
  /** Absolute URLs of one origin, requested in turn. */
  urls: readonly string[];
  /** The process that answers. */
  pid: number;
  headers?: Record<string, string>;
  /** JSON to post; by default the URLs are read with GET. */
  json?: string;
  /** 200 by default. */
  status?: number;
};

type Measured =
  | "p50"
  | "p99"
  | "p50_ms"
  | "p99_ms"
  | "rps_16"
  | "p50_16_ms"
  | "p99_16_ms"
  | "service_us"
  | "postgres_us"
  | "bytes";

/**
 * The columns of a place. Response times over one connection are in milliseconds and, for
 * comparison between machines, in lookups by key of the same round; CPU is that of a request over 16.
 */
export const requestColumns: Record<Measured, Column> = {
  p50: { unit: "lookups", better: "less" },
  p99: { unit: "lookups", better: "less" },
  p50_ms: { unit: "ms", better: "less" },
  p99_ms: { unit: "ms", better: "less", hidden: true },
  rps_16: { unit: "requests/s", better: "more" },
  p50_16_ms: { unit: "ms", better: "less", hidden: true },
  p99_16_ms: { unit: "ms", better: "less" },
  service_us: { unit: "µs", better: "less" },
  postgres_us: { unit: "µs", better: "less" },
  bytes: { unit: "bytes", better: "neither" },
};

type Figures = Record<Measured, number>;
const names = Object.keys(requestColumns) as Measured[];

type Tools = Pick<Catalog, "db" | "load" | "floors">;
type Duration = Pick<Load, "seconds" | "least">;

const durations = {
  full: { seconds: 0.3, least: 40 },
  /** Of the lookup beside each case. */
  short: { seconds: 0.1, least: 40 },
  smoke: { seconds: 0, least: 2 },
} satisfies Record<string, Duration>;

/** Measures a place once: a lookup by key, then the requests over 1 and 16 connections. */
async function measureOnce(
  { db, load, floors }: Tools,
  smoke: boolean,
  { urls, pid, headers, json, status }: Requests,
): Promise<Figures> {
  const origin = new URL(urls[0] ?? "").origin;
  const paths = urls.map((url) => url.slice(origin.length));
  const options = { ...(headers && { headers }), ...(json && { json }), ...(status && { status }) };
  const target = { origin, paths, ...options };
  const lookup = { origin: floors.lookup, paths: ["/floor/lookup"] };
  const [full, short] = smoke
    ? [durations.smoke, durations.smoke]
    : [durations.full, durations.short];
  // Next to what it is compared with, because the machine may be busier a second later.
  const unit = await load.run({ ...lookup, connections: 1, ...short });
  const one = await load.run({ ...target, connections: 1, ...full });
  const pids = await sessions(db);
  const spent = () => [cpuOf(pid), pids.reduce((sum, each) => sum + cpuOf(each), 0)] as const;
  const before = spent();
  const many = await load.run({ ...target, connections: 16, ...full });
  const after = spent();
  return {
    p50: one.p50_ms / unit.p50_ms,
    p99: one.p99_ms / unit.p50_ms,
    p50_ms: one.p50_ms,
    p99_ms: one.p99_ms,
    rps_16: many.requests / many.seconds,
    p50_16_ms: many.p50_ms,
    p99_16_ms: many.p99_ms,
    service_us: (after[0] - before[0]) / many.requests,
    postgres_us: (after[1] - before[1]) / many.requests,
    bytes: many.bytes,
  };
}

/**
 * Measures all places in turn, round by round, over 1 and 16 connections, after a round that does not
 * count. The figures of a place are in the order of {@link requestColumns}.
 */
export async function measureRequests(
  { rounds, smoke, say }: Bench,
  tools: Tools,
  all: readonly Requests[],
): Promise<Row[]> {
  const measured = new Map(all.map(({ name }) => [name, [] as Figures[]]));
  for (let round = smoke ? 1 : 0; round <= rounds; round += 1) {
    for (const requests of all) {
      say(`${round === 0 ? "warm-up" : `round ${round} of ${rounds}`}: ${requests.name}`);
      const figures = await measureOnce(tools, smoke, requests);
      if (round > 0) measured.get(requests.name)?.push(figures);
    }
  }
  return [...measured].map(([name, list]) => ({
    name,
    figures: Object.fromEntries(
      names.map((column) => [column, spread(list.map((figures) => figures[column]))]),
    ),
  }));
}
