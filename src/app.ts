import { type AnyElysia, Elysia } from "elysia";
import { accountRoutes } from "~/account/routes";
import { importRoutes } from "~/admin/imports/routes";
import { ingestRoutes } from "~/admin/ingestion/routes";
import { jobRoutes } from "~/admin/jobs/routes";
import { refreshRoutes } from "~/admin/refresh/routes";
import { reindexRoutes } from "~/admin/reindex";
import { removedRecordRoutes } from "~/admin/removed-records";
import { statsRoutes } from "~/admin/statistics/routes";
import { artworkRoutes } from "~/catalog/artwork/routes";
import { changeRoutes } from "~/catalog/changes/routes";
import { collectionRoutes } from "~/catalog/collections/routes";
import { companyRoutes } from "~/catalog/companies/routes";
import { configurationRoutes } from "~/catalog/configuration/routes";
import { entityBatchRoutes, entityRoutes } from "~/catalog/entities/routes";
import { genreRoutes } from "~/catalog/genres/routes";
import { keywordRoutes } from "~/catalog/keywords/routes";
import { movieRoutes } from "~/catalog/movies/routes";
import { personRoutes } from "~/catalog/people/routes";
import { provenanceRoutes } from "~/catalog/provenance/routes";
import { pathReferences } from "~/catalog/references/in-path";
import { seriesRoutes } from "~/catalog/series/routes";
import { episodeRoutes, seasonRoutes, seriesSeasonRoutes } from "~/catalog/series/season-routes";
import { translationRoutes } from "~/catalog/translations/routes";
import type { Deps } from "~/deps";
import { http } from "~/http";
import { catalogCaching } from "~/http/caching";
import { healthRoutes } from "~/http/health";
import { hotAnswersFirst } from "~/http/hot-answers/first";
import type { HotAnswers } from "~/http/hot-answers/hot-answers";
import { collectDatabase, collectReplica } from "~/metrics/database";
import { collectHotAnswers } from "~/metrics/hot-answers";
import { type Metrics, openMetrics } from "~/metrics/metrics";
import { collectProcess } from "~/metrics/process";
import { requestMetrics } from "~/metrics/requests";
import { metricsRoutes } from "~/metrics/routes";
import { collectIndex } from "~/metrics/search-index";
import type { Traces } from "~/metrics/traces";
import { adminPage } from "~/pages/admin";
import { docs } from "~/pages/docs";
import { homePage } from "~/pages/home";
import { openSecondarySearch } from "~/search/index/secondary-search";
import { readIndexState, readIndexSummary } from "~/search/index/state";
import { searchRoutes } from "~/search/routes";

type AppDeps = Pick<Deps, "db" | "config" | "log"> & {
  replica?: Deps["replica"];
  /** Listens for changes of the feed; by default it is only asked for them. */
  driver?: Deps["driver"];
  /** Where to count; by default in a registry of its own. */
  metrics?: Metrics;
  traces?: Traces | undefined;
  /** Keeps the answers of public reads; by default each request computes its own. */
  hot?: HotAnswers | undefined;
  /** Aborts when the service stops, which ends event streams. */
  stopping?: AbortSignal;
  /** Whether the database is ready; by default always. */
  isOpen?: () => boolean;
};

/** The public reads. They do not depend on who makes the request, so any cache may keep them for a minute. */
const catalogRoutes = (deps: AppDeps) => {
  const { config, replica } = deps;
  const db = replica?.reads ?? deps.db;
  const { nowPlayingDaysBefore, nowPlayingDaysAfter, upcomingDays, defaultRegion } = config;
  const windows = { nowPlayingDaysBefore, nowPlayingDaysAfter, upcomingDays };
  return new Elysia()
    .use(catalogCaching({ hot: deps.hot }))
    .use(pathReferences({ db }))
    .use(movieRoutes({ db, windows, defaultRegion }))
    .use(seriesRoutes({ db }))
    .use(seriesSeasonRoutes({ db }))
    .use(seasonRoutes({ db }))
    .use(episodeRoutes({ db }))
    .use(personRoutes({ db }))
    .use(companyRoutes({ db }))
    .use(collectionRoutes({ db }))
    .use(genreRoutes({ db }))
    .use(keywordRoutes({ db }))
    .use(artworkRoutes({ db }))
    .use(translationRoutes({ db }))
    .use(entityRoutes({ db }))
    .use(searchRoutes({ db, secondary: secondarySearch(deps) }))
    .use(configurationRoutes({ default_region: defaultRegion }));
};

/** Public reads that show more than the catalog: what they show changes without telling, so they are not kept. */
const unkeptRoutes = ({ db: primary, replica }: AppDeps) => {
  const db = replica?.reads ?? primary;
  return new Elysia()
    .use(catalogCaching())
    .use(pathReferences({ db }))
    .use(provenanceRoutes({ db }));
};

/** Public reads whose parameters are a body, which no cache keeps. */
const unkeepableRoutes = ({ db, replica }: AppDeps) =>
  entityBatchRoutes({ db: replica?.reads ?? db });

/** The secondary search in Meilisearch; undefined with SEARCH_BACKEND=postgres. */
const secondarySearch = ({ config: { searchBackend, meili }, log }: AppDeps) =>
  searchBackend === "meilisearch" && meili !== undefined
    ? openSecondarySearch(meili, log)
    : undefined;

/** Adds the state of the Meilisearch index for /health/ready, if there is one. */
const healthDeps = (deps: AppDeps) => ({
  ...deps,
  index: deps.config.meili && (() => readIndexSummary(deps.db)),
});

/** All operations of the API, in the order of the documentation. */
export const apiRoutes = (deps: AppDeps) => {
  const { db, driver, config, log, stopping, hot } = deps;
  const { secretKey, tokenTtlSeconds, trustedProxies, rateLimits } = config;
  const loginFailures = rateLimits.loginFailures;
  const admin = { ...config.admin, trustedProxies, log };
  return new Elysia({ prefix: "/api/v1" })
    .use(catalogRoutes(deps))
    .use(changeRoutes({ db, driver, trustedProxies, stopping }))
    .use(unkeptRoutes(deps))
    .use(unkeepableRoutes(deps))
    .use(accountRoutes({ db, secretKey, tokenTtlSeconds, trustedProxies, loginFailures, log }))
    .use(ingestRoutes({ db, admin }))
    .use(importRoutes({ db, admin }))
    .use(jobRoutes({ db, admin, stopping, changes: hot?.changes }))
    .use(removedRecordRoutes({ db, admin }))
    .use(refreshRoutes({ db, admin, config }))
    .use(statsRoutes({ db, admin, isIndexed: config.meili !== undefined }))
    .use(reindexRoutes({ db, admin, isIndexed: config.meili !== undefined }));
};

/** Everything that the OpenAPI document describes. */
export const documentedRoutes = (deps: AppDeps): AnyElysia =>
  new Elysia().use(healthRoutes(healthDeps(deps))).use(apiRoutes(deps));

/** Everything that /metrics serves, and how to refresh it before each scrape. */
function collectMetrics({ registry }: Metrics, { db, config, replica, hot }: AppDeps) {
  collectProcess(registry);
  if (replica !== undefined) collectReplica(registry, replica.state);
  if (hot !== undefined) collectHotAnswers(registry, hot);
  const refreshes = [collectDatabase(registry, db)];
  if (config.meili !== undefined) refreshes.push(collectIndex(registry, () => readIndexState(db)));
  return { registry, refresh: () => Promise.all(refreshes.map((refresh) => refresh())) };
}

/**
 * Exact paths. `standardHostname: false`, because otherwise Elysia misreads the path after a host name of one
 * to three letters.
 */
const paths = { strictPath: true, handler: { standardHostname: false } };

/** Health and metrics only, for a process that runs jobs and does not serve the API. */
export function buildObservation(deps: AppDeps & { metrics: Metrics }): AnyElysia {
  const { config, log, metrics, isOpen } = deps;
  const { maxBodyBytes } = config;
  const app: AnyElysia = new Elysia({ ...paths, serve: { idleTimeout: 10 } })
    .use(http({ log, maxBodyBytes, isOpen, routes: () => app.routes }))
    .use(requestMetrics(metrics))
    .use(healthRoutes(healthDeps(deps)))
    .use(metricsRoutes(collectMetrics(metrics, { ...deps, hot: undefined }), config.admin));
  return app;
}

/** The whole HTTP application; it does not listen yet. */
export function buildApp(deps: AppDeps): AnyElysia {
  const { db, config, log, metrics = openMetrics(), traces, hot } = deps;
  const { maxBodyBytes, corsOrigins, trustedProxies, rateLimits } = config;
  const { store, ...perMinute } = rateLimits;
  const app: AnyElysia = new Elysia({
    ...paths,
    // Our parser enforces the limit. Bun would refuse before authentication, without the error envelope.
    serve: { idleTimeout: 10, maxRequestBodySize: Number.MAX_SAFE_INTEGER },
  })
    .use(
      http({
        log,
        maxBodyBytes,
        corsOrigins,
        isOpen: deps.isOpen,
        limits: { perMinute, trustedProxies, store, db },
        answers: {
          every: config.environment === "test",
          onChecked: (route, matches) =>
            metrics.answerChecks.inc({ route, outcome: matches ? "match" : "mismatch" }),
        },
        routes: () => app.routes,
      }),
    )
    .use(requestMetrics(metrics, traces))
    .use(hot === undefined ? new Elysia() : hotAnswersFirst(hot))
    .use(healthRoutes(healthDeps(deps)))
    .use(metricsRoutes(collectMetrics(metrics, deps), config.admin))
    .use(homePage({ db }))
    .use(adminPage(config.admin))
    .use(docs(() => documentedRoutes(deps)))
    .use(apiRoutes(deps));
  return app;
}
