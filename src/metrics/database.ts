import { sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import type { Db } from "~/db/client";
import type { ReplicaState } from "~/db/replica";

type Sample = { name: string; labels: Record<string, string>; value: number };

const gauges = {
  jobs: { help: "Jobs by status", labelNames: ["status"] },
  jobs_overdue_seconds: { help: "How long the job that has been due longest has waited" },
  trending_age_seconds: { help: "Age of the oldest trending list; absent until all four exist" },
  database_connections: {
    help: "Connections of all replicas to the database, by pool and state",
    labelNames: ["pool", "state"],
  },
  refresh_due: { help: "Records that are due to be fetched again" },
  refresh_oldest_due_seconds: { help: "How long the record that has been due longest has waited" },
  list_moves: {
    help: "Moves in sorted lists that are logged and not folded yet, by table",
    labelNames: ["table"],
  },
} as const;

const prefix = "media_catalog_";

/**
 * Metrics that the database knows. The function returned reads them in one statement and never rejects;
 * it is called before each scrape. While the database does not answer, `database_up` is 0 and the other
 * metrics are absent.
 */
export function collectDatabase(registry: Registry, db: Db): () => Promise<void> {
  const gaugesByName = new Map(
    Object.entries(gauges).map(([name, options]) => [
      name,
      new Gauge({ name: prefix + name, registers: [registry], labelNames: [], ...options }),
    ]),
  );
  // After a reset, a gauge without labels is 0 instead of absent.
  const labeled = new Set(
    ["jobs", "database_connections", "list_moves"].map((name) => gaugesByName.get(name)),
  );
  const up = new Gauge({
    name: `${prefix}database_up`,
    help: "1 while the database answers",
    registers: [registry],
  });
  return async () => {
    const samples = await readSamples(db).catch(() => undefined);
    up.set(samples === undefined ? 0 : 1);
    for (const gauge of gaugesByName.values()) {
      gauge.reset();
      if (!labeled.has(gauge)) gauge.remove();
    }
    for (const { name, labels, value } of samples ?? []) gaugesByName.get(name)?.set(labels, value);
  };
}

async function readSamples(db: Db): Promise<readonly Sample[]> {
  return db.execute<Sample>(sql`
    select 'jobs' as name, jsonb_build_object('status', status) as labels, count(*)::float8 as value
      from jobs group by status
    union all select 'jobs_overdue_seconds', '{}',
      coalesce(extract(epoch from max(now() - next_attempt_at)), 0)::float8
      from jobs where status = 'queued' and next_attempt_at <= now()
    union all select 'trending_age_seconds', '{}',
      extract(epoch from now() - min(refreshed_at))::float8 from trending_lists having count(*) = 4
    union all select 'refresh_due', '{}', count(*) from refresh_state where next_refresh_at <= now()
    union all select 'refresh_oldest_due_seconds', '{}',
      greatest(0, coalesce(extract(epoch from now() - min(next_refresh_at)), 0))::float8 from refresh_state
      where next_refresh_at <= now()
    union all select 'list_moves', jsonb_build_object('table', 'movies'), count(*) from movie_moves
    union all select 'list_moves', jsonb_build_object('table', 'series'), count(*) from series_moves
    union all select 'list_moves', jsonb_build_object('table', 'people'), count(*) from person_moves
    union all select 'database_connections',
      jsonb_build_object('pool', application_name, 'state', coalesce(state, 'unknown')), count(*)
      from pg_stat_activity
      where datname = current_database() and application_name like 'media-catalog%'
      group by application_name, state`);
}

/** A metric of whether reads go to the standby. */
export function collectReplica(registry: Registry, state: () => ReplicaState): void {
  new Gauge({
    name: `${prefix}replica_up`,
    help: "1 while the catalog is read from the standby, 0 while the primary takes its place",
    registers: [registry],
    collect() {
      this.set(state() === "ok" ? 1 : 0);
    },
  });
}
