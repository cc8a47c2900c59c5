import { Elysia } from "elysia";
import type { Registry } from "prom-client";
import { type AdminOptions, adminGuard } from "~/http/admin";

/**
 * `GET /metrics` for Prometheus, behind the operator token, without rate limits and outside the
 * documented API. `refresh` updates the metrics before each response. Scrapes are not logged, because
 * they come every few seconds.
 */
export const metricsRoutes = (
  { registry, refresh }: { registry: Registry; refresh: () => Promise<unknown> },
  admin: Omit<AdminOptions, "log">,
) =>
  new Elysia({ name: "metrics" })
    .use(adminGuard({ ...admin, log: { info: () => {} } }))
    .get("/metrics", async () => {
      await refresh();
      return new Response(await registry.metrics(), {
        headers: { "content-type": registry.contentType, "cache-control": "no-store" },
      });
    });
