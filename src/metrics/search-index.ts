import { Gauge, type Registry } from "prom-client";
import type { SearchIndexState } from "~/vocabulary";

/** The part of the search's IndexState that is measured. */
type IndexState = {
  state: SearchIndexState;
  pending: number;
  lag_seconds: number;
  drift: number | null;
};

const gauges = {
  up: "1 while the search index can be used, 0 while PostgreSQL alone answers searches",
  pending: "Documents that have to be sent to the search index",
  lag_seconds: "How long the oldest of them has waited",
  drift: "Documents that the latest comparison with the catalog found wrong and repaired",
} as const;

/**
 * Metrics of the search index; absent while its state cannot be read. The function returned reads it
 * and is called before each scrape.
 */
export function collectIndex(
  registry: Registry,
  read: () => Promise<IndexState>,
): () => Promise<void> {
  const gauge = (name: keyof typeof gauges) =>
    new Gauge({
      name: `media_catalog_search_index_${name}`,
      help: gauges[name],
      registers: [registry],
    });
  const metrics = {
    up: gauge("up"),
    pending: gauge("pending"),
    lag_seconds: gauge("lag_seconds"),
    drift: gauge("drift"),
  };
  return async () => {
    const index = await read().catch(() => undefined);
    for (const metric of Object.values(metrics)) metric.remove();
    if (index === undefined) return;
    metrics.up.set(index.state === "failing" || index.state === "waiting" ? 0 : 1);
    metrics.pending.set(index.pending);
    metrics.lag_seconds.set(index.lag_seconds);
    if (index.drift !== null) metrics.drift.set(index.drift);
  };
}
