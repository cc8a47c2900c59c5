import { type AnyElysia, Elysia } from "elysia";
import { http } from "~/http/http";

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

export type Served = AsyncDisposable & {
  url: string;
  /** What was logged, as one text to search in. */
  logged: () => string;
  records: object[];
  request: (method: string, path: string, init?: RequestInit) => Promise<Answer>;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, json: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Sends a request target as it stands, which fetch would tidy up first. */
  raw: (method: string, target: string) => Promise<{ status: number; body: unknown }>;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Log = { error(facts: object, message: string): void; info(facts: object): void };

/** Routes under the rules of http/, listening on a free port; the largest body is 1,000 bytes. */
export function serve(routes: (log: Log) => AnyElysia): Served {
  const records: object[] = [];
  const log = {
    error: (facts: object) => void records.push(facts),
    info: (facts: object) => void records.push(facts),
  };
  const app: AnyElysia = new Elysia({ strictPath: true });
  app.use(http({ log, maxBodyBytes: 1_000, routes: () => app.routes })).use(routes(log));
  app.listen({ hostname: "127.0.0.1", port: 0, maxRequestBodySize: 1_000_000 });
  const port = app.server?.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const request: Served["request"] = async (method, path, init = {}) => {
    const response = await fetch(url + path, { method, ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    url,
    records,
    logged: () => JSON.stringify(records),
    request,
    get: (path, headers = {}) => request("GET", path, { headers }),
    post: (path, body, headers = { "content-type": "application/json" }) =>
      request("POST", path, { body, headers }),
    raw: (method, target) => rawRequest(port, method, target),
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}

async function rawRequest(port: number, method: string, target: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) =>
        void socket.write(
          `${method} ${target} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`,
        ),
      data: (_, chunk) => {
        received += chunk.toString();
      },
      close: () => resolve(received),
    },
  });
  const [head = "", body = ""] = (await promise).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: parsed(body) };
}

/** The code of an error answer. */
export const codeOf = ({ body }: { body: unknown }): unknown =>
  (body as { error?: { code?: unknown } } | undefined)?.error?.code;
