import { type AnyElysia, Elysia } from "elysia";
import { collectionRoutes } from "~/catalog/collections/routes";
import { companyRoutes } from "~/catalog/companies/routes";
import { configurationRoutes } from "~/catalog/configuration/routes";
import { genreRoutes } from "~/catalog/genres/routes";
import { keywordRoutes } from "~/catalog/keywords/routes";
import { movieRoutes } from "~/catalog/movies/routes";
import { personRoutes } from "~/catalog/people/routes";
import { seriesRoutes } from "~/catalog/series/routes";
import { episodeRoutes, seasonRoutes, seriesSeasonRoutes } from "~/catalog/series/season-routes";
import type { Deps } from "~/deps";
import { docs } from "~/http/docs";
import { healthRoutes } from "~/http/health";
import { http } from "~/http/http";
import { ingestRoutes } from "~/ingest/routes";
import { version } from "~/version";

type AppDeps = Pick<Deps, "db" | "config" | "log">;

/** All routes of the API, in the order of the documentation. */
export const apiRoutes = ({ db, config, log }: AppDeps) =>
  new Elysia({ prefix: "/api/v1" })
    .use(movieRoutes({ db }))
    .use(seriesRoutes({ db }))
    .use(seriesSeasonRoutes({ db }))
    .use(seasonRoutes({ db }))
    .use(episodeRoutes({ db }))
    .use(personRoutes({ db }))
    .use(companyRoutes({ db }))
    .use(collectionRoutes({ db }))
    .use(genreRoutes({ db }))
    .use(keywordRoutes({ db }))
    .use(configurationRoutes({ default_region: config.defaultRegion }))
    .use(ingestRoutes({ db, admin: { ...config.admin, log } }));

/** The whole service over given dependencies; it listens on nothing yet. */
export function buildApp(deps: AppDeps): AnyElysia {
  const { config, log } = deps;
  const app: AnyElysia = new Elysia({
    strictPath: true,
    serve: { idleTimeout: 10, maxRequestBodySize: Math.max(1_048_576, 2 * config.maxBodyBytes) },
  })
    .use(http({ log, maxBodyBytes: config.maxBodyBytes, routes: () => app.routes }))
    .use(healthRoutes(deps))
    .use(docs(new Elysia().use(healthRoutes(deps)).use(apiRoutes(deps)), { version }))
    .use(apiRoutes(deps));
  return app;
}
