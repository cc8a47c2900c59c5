import { sql } from "drizzle-orm";
import { pino } from "pino";
import { apiRoutes, buildApp } from "~/app";
import { loadConfig } from "~/config";
import { demoProvider } from "~/demo/provider";
import { openApiDocument } from "~/http/openapi/document";
import { handlers } from "~/ingest/handlers";
import { enqueueAll, type JobRequest } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { WakeSignal } from "~/wake-signal";
import { runLoop } from "~/workers/loop";
import { testDatabase } from "../support/database";
import type { Document } from "./operations";

export const adminToken = "operator-0123456789-0123456789-0123456789";

const config = loadConfig({
  NODE_ENV: "test",
  SERVICE_ADMIN_TOKEN: adminToken,
  RATE_LIMIT_AUTH: "0",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_LOGIN_FAILURES: "0",
});

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
};

/** The service over a small catalog, ingested from the demo's provider, and its own document. */
export async function fuzzedService() {
  const database = await testDatabase({ max: 10, statement_timeout_ms: 20_000 });
  const { db } = database;
  const stop = new AbortController();
  const provider = openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms: 5_000,
    pace: freePace,
    fetch: demoProvider({ today: "2026-11-21" }),
  });
  await enqueueAll(db, requests);
  const loop = runLoop({
    db,
    handlers: handlers({ db, provider }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    wakeSignal: new WakeSignal(),
    signal: stop.signal,
    random: () => 0.5,
    settings: { poll_ms: 5, grace_ms: 50 },
  });
  for (;;) {
    const open = await db.execute(
      sql`select from jobs where status in ('queued', 'running') limit 1`,
    );
    if (open.length === 0) break;
    await Bun.sleep(5);
  }
  stop.abort();
  await loop;
  const records: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void records.push(line) });
  const app = buildApp({ db, config, log });
  app.listen({ hostname: "127.0.0.1", port: 0 });
  const routes = apiRoutes({ db, config, log });
  const url = `http://127.0.0.1:${app.server?.port}`;
  return {
    url,
    document: JSON.parse(await openApiDocument(routes)) as Document,
    /** Public ids that exist, by kind. */
    ids: await knownIds(db),
    /** Headers that open the operations of accounts and of administration. */
    keys: async () => ({
      account: { authorization: `Bearer ${await registered(url)}` },
      operator: { "x-admin-token": adminToken },
    }),
    /** Errors that were logged. */
    records,
    [Symbol.asyncDispose]: async () => {
      await app.stop(true);
      await database.close();
    },
  };
}

async function registered(url: string): Promise<string> {
  const account = { email: "fuzzer@example.org", password: "four sparrows", display_name: "F" };
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

async function knownIds(db: Awaited<ReturnType<typeof testDatabase>>["db"]) {
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
