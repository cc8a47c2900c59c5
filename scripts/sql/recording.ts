import { drizzle } from "drizzle-orm/postgres-js";
import { Elysia } from "elysia";
import { Tokens } from "~/account/auth/token";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { connect, type DatabaseAddress, prepared } from "~/db/client";
import * as schema from "~/db/schema";
import { openDeps } from "~/deps";
import { searchRoutes } from "~/search/routes";
import { uuidOf } from "./records";
import { type Asked, reader } from "./requests";

/** A statement as the driver sends it to PostgreSQL; `types` are oids, 0 if PostgreSQL decides. */
export type Statement = { text: string; parameters: readonly unknown[]; types: readonly number[] };

const ADMIN_TOKEN = "an-operator-token-for-the-examples";

/** No limits, no log, and no settings of this machine. */
const settings = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_AUTH: "0",
};

/** The hits of Meilisearch: always the same, and always in time. */
const secondary = async () => [
  { id: uuidOf("movie", 24), score: 0.9 },
  { id: uuidOf("series", 24), score: 0.8 },
];

/** The whole service with a database and a driver that records what it sends. */
export async function openRecording(address: DatabaseAddress) {
  const config = loadConfig(settings);
  const deps = openDeps(config, address, "http");
  const sent: Statement[] = [];
  const driver = connect(address, {
    // One connection, so that statements are recorded in their order.
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    debug: (_, text, parameters, types) => {
      sent.push({ text, parameters, types: types as number[] });
    },
  });
  const db = drizzle(prepared(driver), { schema });
  const app = buildApp({ ...deps, db });
  const searches = new Elysia({ prefix: "/api/v1" }).use(searchRoutes({ db, secondary }));
  const tokens = new Tokens(config.secretKey, config.tokenTtlSeconds);
  const access = await tokens.sign({ user_id: reader, token_version: 0 });
  /** What a GET sends to PostgreSQL, by an account or, below /admin, by the operator. */
  const record = async ({ path, hasMeilisearch }: Asked): Promise<Statement[]> => {
    sent.length = 0;
    const token = path.startsWith("/api/v1/admin/") ? ADMIN_TOKEN : access;
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`http://localhost${path}`, { headers });
    const answer = await (hasMeilisearch ? searches : app).handle(request);
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`GET ${path} answers ${answer.status}: ${body}`);
    return [...sent];
  };
  const close = async () => {
    await Promise.all([driver.end({ timeout: 5 }), deps.close()]);
  };
  return { record, close };
}
