import { pino } from "pino";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { testDatabase } from "../support/database";

const token = "operator-token-of-the-operator-tests";

export type Answer = { status: number; headers: Headers; body: unknown };

/** The whole service on a free port over an empty database, and a client with the operator token. */
export async function openOperator({
  stopping,
  settings = {},
}: {
  stopping?: AbortSignal;
  settings?: Record<string, string>;
} = {}) {
  const database = await testDatabase();
  const config = loadConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    SERVICE_ADMIN_TOKEN: token,
    RATE_LIMIT_ADMIN: "0",
    ...settings,
  });
  const log = pino({ level: "silent" });
  const app = buildApp({ db: database.db, config, log, ...(stopping && { stopping }) });
  app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${app.server?.port}/api/v1/admin`;
  const fetchAs = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetchAs(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    url,
    app,
    db: database.db,
    fetch: fetchAs,
    get: (path: string) => call("GET", path),
    post: (path: string, body?: unknown) => call("POST", path, body),
    [Symbol.asyncDispose]: async () => {
      if (app.server) await app.stop(true);
      await database.close();
    },
  };
}

export type Operator = Awaited<ReturnType<typeof openOperator>>;
