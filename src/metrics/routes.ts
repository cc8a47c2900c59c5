import { Elysia } from "elysia";
import type { Registry } from "prom-client";
import { type AdminOptions, adminGuard } from "~/http/admin";

/**
 * `GET /metrics` for Prometheus, behind the operator token (M160, S28), outside the rate limits. No
 * part of the documented API. `look` is awaited first. Looks are not logged: they come every few seconds.
 */
export const metricsRoutes = (
  { registry, look }: { registry: Registry; look: () => Promise<unknown> },
  admin: Omit<AdminOptions, "log">,
) =>
  new Elysia({ name: "metrics" })
    .use(adminGuard({ ...admin, log: { info: () => {} } }))
    .get("/metrics", async () => {
      await look();
      return new Response(await registry.metrics(), {
        headers: { "content-type": registry.contentType, "cache-control": "no-store" },
      });
    });
