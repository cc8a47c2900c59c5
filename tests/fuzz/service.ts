import { sql } from "drizzle-orm";
import { apiRoutes } from "~/app";
import type { Db } from "~/db/client";
import { openApiDocument } from "~/http/openapi/document";
import type { JobRequest } from "~/jobs/queue";
import { imported } from "../imports/catalog";
import { ingestDemo } from "../support/demo";
import { adminToken, testService } from "../support/service";
import type { Document } from "./operations";

/** Of the demo's catalog: two sagas, a series with its seasons. */
const requests: JobRequest[] = [
  { kind: "movie", external_id: "603", params: {} },
  { kind: "movie", external_id: "120", params: {} },
  { kind: "series", external_id: "1396", params: { include_seasons: true } },
];

const tables = {
  movie: "movies",
  series: "series",
  season: "seasons",
  episode: "episodes",
  person: "people",
  company: "companies",
  collection: "collections",
  genre: "genres",
  keyword: "keywords",
  job: "jobs",
  import: "imports",
};

/** The service over a small catalog, ingested from the demo's provider, and its own document. */
export async function fuzzedService() {
  const service = await testService({ pool: { max: 10, statement_timeout_ms: 20_000 } });
  const { db, config, log } = service;
  await ingestDemo(db, requests);
  await imported(db, "603\n604");
  const routes = apiRoutes({ db, config, log });
  const token = await service.addAccount("fuzzer@example.org");
  return {
    ...service,
    document: JSON.parse(await openApiDocument(routes)) as Document,
    /** Public ids that exist, by kind. */
    ids: await knownIds(db),
    /** Headers that open the operations of accounts and of administration. */
    keys: {
      account: { authorization: `Bearer ${token}` },
      operator: { "x-admin-token": adminToken },
    },
  };
}

async function knownIds(db: Db) {
  const ids: Record<string, string[]> = {};
  for (const [kind, table] of Object.entries(tables)) {
    const rows = await db.execute<{ id: string }>(
      sql.raw(
        `select '${kind}_' || replace(id::text, '-', '') as id from ${table} order by id limit 4`,
      ),
    );
    ids[kind] = rows.map(({ id }) => id);
  }
  return ids;
}
