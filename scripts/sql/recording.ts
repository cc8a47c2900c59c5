import { drizzle } from "drizzle-orm/postgres-js";
import { Tokens } from "~/account/auth/token";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import type { DatabaseAddress } from "~/db/address";
import { connect, prepared } from "~/db/client";
import * as schema from "~/db/schema";
import { openDeps } from "~/deps";
import { uuidOf } from "./records";
import { reader } from "./requests";

/** A statement as the driver hands it to PostgreSQL: `types` are oids, 0 where PostgreSQL decides. */
export type Statement = { text: string; parameters: readonly unknown[]; types: readonly number[] };

const ADMIN_TOKEN = "an-operator-token-for-the-examples";

/** Nothing is counted, nothing logged, no setting of this machine is read. */
const settings = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_AUTH: "0",
};

/** The whole service on a database, with a driver that keeps what it sends. */
export async function openRecording(address: DatabaseAddress) {
  const config = loadConfig(settings);
  const deps = openDeps(config, address, "http");
  const sent: Statement[] = [];
  const driver = connect(address, {
    // One connection, so that statements which belong together are sent in their order.
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    debug: (_, text, parameters, types) => {
      sent.push({ text, parameters, types: types as number[] });
    },
  });
  const app = buildApp({ ...deps, db: drizzle(prepared(driver), { schema }) });
  const tokens = new Tokens(config.secretKey, config.tokenTtlSeconds);
  const user_id = uuidOf(reader.family, reader.n);
  const access = await tokens.sign({ user_id, token_version: 0 });
  /** What a GET sends to PostgreSQL, by an account or, below /admin, by the operator. */
  const record = async (path: string): Promise<Statement[]> => {
    sent.length = 0;
    const token = path.startsWith("/api/v1/admin/") ? ADMIN_TOKEN : access;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers }));
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`GET ${path} answers ${answer.status}: ${body}`);
    return [...sent];
  };
  const close = async () => {
    await Promise.all([driver.end({ timeout: 5 }), deps.close()]);
  };
  return { record, close };
}
