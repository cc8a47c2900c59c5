import { Gauge, type Registry } from "prom-client";

type Backlog = { pending: number; lag_seconds: number };

/** How far the secondary index is behind; absent while nobody can tell. Asked at each look. */
export function collectIndex(
  registry: Registry,
  read: () => Promise<Backlog>,
): () => Promise<void> {
  const registers = [registry];
  const pending = new Gauge({
    name: "media_catalog_search_index_pending",
    help: "Documents that wait to be sent to the search index",
    registers,
  });
  const lag = new Gauge({
    name: "media_catalog_search_index_lag_seconds",
    help: "How long the one that has waited longest has been waiting",
    registers,
  });
  return async () => {
    const backlog = await read().catch(() => undefined);
    if (backlog === undefined) {
      pending.remove();
      lag.remove();
      return;
    }
    pending.set(backlog.pending);
    lag.set(backlog.lag_seconds);
  };
}
