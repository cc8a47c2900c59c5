import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ProviderCall } from "~/provider/http/client";
import { version } from "~/version";

/** The metrics of one process, in the format of Prometheus. */
export type Metrics = {
  registry: Registry;
  requests: Histogram<"method" | "route" | "status">;
  answerChecks: Counter<"route" | "outcome">;
  providerCalls: Counter<"outcome">;
  providerSeconds: Histogram;
  refreshes: Counter<"outcome">;
};

/** Creates the metrics that are counted as events happen. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "media_catalog_build_info",
    help: "Always 1; the labels say which release runs",
    labelNames: ["version", "bun"],
    registers,
  }).set({ version, bun: Bun.version }, 1);
  return {
    registry,
    requests: new Histogram({
      name: "media_catalog_http_request_duration_seconds",
      help: "Time until the response to a request, by the pattern of its route; none: no route matched",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    answerChecks: new Counter({
      name: "media_catalog_answer_checks_total",
      help: "Answers that were compared with the model of their route; the outcome is match or mismatch",
      labelNames: ["route", "outcome"],
      registers,
    }),
    providerCalls: new Counter({
      name: "media_catalog_provider_calls_total",
      help: "Calls to the provider by all threads of this process; the outcome is ok or an error code",
      labelNames: ["outcome"],
      registers,
    }),
    providerSeconds: new Histogram({
      name: "media_catalog_provider_call_duration_seconds",
      help: "Duration of calls to the provider, without the wait for the rate limit",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    refreshes: new Counter({
      name: "media_catalog_refresh_fetches_total",
      help: "Records that the planner had fetched again by threads of this process; the outcome is changed, unchanged or an error code",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

/** Counts a call to the provider. */
export function countProviderCall(metrics: Metrics, { outcome, seconds }: ProviderCall): void {
  metrics.providerCalls.inc({ outcome });
  metrics.providerSeconds.observe(seconds);
}
