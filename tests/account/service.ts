import { type AnyElysia, Elysia } from "elysia";
import type { PasswordOptions } from "~/account/auth/password";
import { accountRoutes } from "~/account/routes";
import { http } from "~/http";
import { testDatabase } from "../support/database";

export type Answer<T = unknown> = { status: number; headers: Headers; text: string; body: T };

/** The code of an error answer. */
export const codeOf = ({ body }: { body: unknown }): unknown =>
  (body as { error?: { code?: unknown } } | undefined)?.error?.code;

export const secret = "a test's own signing key, long enough for HS256";

/** Hashing that costs next to nothing, for tests that do not look at hashes. */
export const cheap: PasswordOptions = { cost: { memoryCost: 64, timeCost: 1 }, queue: 1_000 };

type Options = {
  passwords?: PasswordOptions;
  secretKey?: { current: string; previous: string[] };
  tokenTtlSeconds?: number;
  trustedProxies?: number;
  loginFailures?: number;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export type Service = Awaited<ReturnType<typeof accountService>>;
type Database = Awaited<ReturnType<typeof testDatabase>>;

/** The account routes as the service serves them, on a port and a database of their own. */
export async function accountService(options: Options = {}) {
  const database = await testDatabase();
  const served = serveAccounts(database, options);
  return {
    ...served,
    database,
    [Symbol.asyncDispose]: async () => {
      await served.stop();
      await database.close();
    },
  };
}

/** The same over a database that is there already. */
export function serveAccounts({ db }: Pick<Database, "db">, options: Options = {}) {
  const records: object[] = [];
  const log = {
    error: (facts: object, message: string) => void records.push({ ...facts, message }),
  };
  const {
    passwords = cheap,
    secretKey = { current: secret, previous: [] },
    tokenTtlSeconds = 604_800,
    ...limits
  } = options;
  const app: AnyElysia = new Elysia()
    .use(http({ log, maxBodyBytes: 65_536, routes: () => app.routes }))
    .use(
      new Elysia({ prefix: "/api/v1" }).use(
        accountRoutes({ db, secretKey, tokenTtlSeconds, log, passwords, ...limits }),
      ),
    );
  app.listen({ hostname: "127.0.0.1", port: 0, maxRequestBodySize: 1_000_000 });
  const port = app.server?.port ?? 0;

  async function request<T = unknown>(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(text) as T,
    };
  }

  /** A request with a JSON body, as a text or a value, and a token. */
  const send = <T = unknown>(method: string, path: string, body?: unknown, token?: string) =>
    request<T>(method, path, {
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });

  /** Registers an account and gives its token. */
  async function member(email: string, password = "a good password"): Promise<string> {
    const body = { email, password, display_name: "Mara" };
    const answer = await send<{ access_token: string }>("POST", "/auth/register", body);
    if (answer.status !== 201) throw new Error(`register answered ${answer.status}`);
    return answer.body.access_token;
  }

  return { port, records, request, send, member, stop: async () => void (await app.stop(true)) };
}
