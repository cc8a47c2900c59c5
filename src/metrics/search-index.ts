import { Gauge, type Registry } from "prom-client";
import type { SearchIndexState } from "~/vocabulary";

/** As the search room's `indexState` tells it. */
type Index = {
  state: SearchIndexState;
  pending: number;
  lag_seconds: number;
  drift: number | null;
};

const gauges = {
  up: "1 while the search index can be used, 0 while searches do without it",
  pending: "Documents that wait to be sent to the search index",
  lag_seconds: "How long the one that has waited longest has been waiting",
  drift: "Documents that the latest comparison with the search index found to differ, and repaired",
} as const;

/** How far the secondary index is behind; absent while nobody can tell. Asked at each look. */
export function collectIndex(registry: Registry, read: () => Promise<Index>): () => Promise<void> {
  const gauge = (name: keyof typeof gauges) =>
    new Gauge({
      name: `media_catalog_search_index_${name}`,
      help: gauges[name],
      registers: [registry],
    });
  const known = {
    up: gauge("up"),
    pending: gauge("pending"),
    lag_seconds: gauge("lag_seconds"),
    drift: gauge("drift"),
  };
  return async () => {
    const index = await read().catch(() => undefined);
    for (const each of Object.values(known)) each.remove();
    if (index === undefined) return;
    known.up.set(index.state === "failing" || index.state === "waiting" ? 0 : 1);
    known.pending.set(index.pending);
    known.lag_seconds.set(index.lag_seconds);
    if (index.drift !== null) known.drift.set(index.drift);
  };
}
