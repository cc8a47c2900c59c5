import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { Catalog } from "../catalog/catalog";
import { cpuOf } from "../cpu";
import type { Loaded } from "../load/load";
import { type Bench, type Column, type Row, spread } from "../part";

/** Requests to measure at one place. */
export type Requests = {
  name: string;
  /** Absolute URLs of one origin, requested in turn. */
  urls: readonly string[];
  /** The process that answers. */
  pid: number;
  headers?: Record<string, string>;
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

/** The process ids of the sessions of this database, except our own. */
async function sessions(db: Db): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name <> 'bench'`);
  return rows.map(({ pid }) => pid);
}

/**
 * Measures all places in turn, round by round, over 1 and 16 connections, after a round that does not
 * count. The figures of a place are in the order of {@link requestColumns}.
 */
export async function measureRequests(
  { rounds, smoke, say }: Bench,
  { db, load, floors }: Pick<Catalog, "db" | "load" | "floors">,
  all: readonly Requests[],
): Promise<Row[]> {
  const duration = smoke ? { seconds: 0, least: 2 } : { seconds: 0.3, least: 40 };
  const brief = smoke ? duration : { seconds: 0.1, least: 40 };
  const over = (
    connections: number,
    { urls, ...rest }: Pick<Requests, "urls" | "headers" | "status">,
  ) => {
    const origin = new URL(urls[0] ?? "").origin;
    const paths = urls.map((url) => url.slice(origin.length));
    return load.run({ ...rest, origin, paths, connections, ...duration });
  };
  const lookup = (): Promise<Loaded> =>
    load.run({ origin: floors.lookup, paths: ["/floor/lookup"], connections: 1, ...brief });

  const once = async (requests: Requests): Promise<Figures> => {
    // Next to what it measures, because the machine may be busier a second later.
    const unit = await lookup();
    const one = await over(1, requests);
    const pids = await sessions(db);
    const spent = () => [cpuOf(requests.pid), pids.reduce((sum, pid) => sum + cpuOf(pid), 0)];
    const before = spent();
    const many = await over(16, requests);
    const [service = 0, postgres = 0] = spent().map(
      (after, index) => (after - (before[index] ?? 0)) / many.requests,
    );
    return {
      p50: one.p50_ms / unit.p50_ms,
      p99: one.p99_ms / unit.p50_ms,
      p50_ms: one.p50_ms,
      p99_ms: one.p99_ms,
      rps_16: many.requests / many.seconds,
      p50_16_ms: many.p50_ms,
      p99_16_ms: many.p99_ms,
      service_us: service,
      postgres_us: postgres,
      bytes: many.bytes,
    };
  };

  const measured = new Map(all.map(({ name }) => [name, [] as Figures[]]));
  for (let round = smoke ? 1 : 0; round <= rounds; round += 1) {
    for (const requests of all) {
      say(`${round === 0 ? "warm-up" : `round ${round} of ${rounds}`}: ${requests.name}`);
      const figures = await once(requests);
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
