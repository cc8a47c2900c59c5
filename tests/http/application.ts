import { connect } from "node:net";
import { type AnyElysia, Elysia } from "elysia";
import { type HttpOptions, http } from "~/http";

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
  raw: (method: string, target: string, how?: RawOptions) => Promise<RawAnswer>;
};

export type RawAnswer = { status: number; body: unknown };

/** `from`: the loopback address to call from. */
export type RawOptions = { host?: string; from?: string; headers?: string[]; body?: string };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Log = { error(facts: object, message: string): void; info(facts: object): void };

type Rules = Partial<Pick<HttpOptions, "limits" | "corsOrigins" | "deadlineMs">>;

/** Routes under the rules of http/, listening on a free port; the largest body is 1,000 bytes. */
export function serve(routes: (log: Log) => AnyElysia, rules: Rules = {}): Served {
  const records: object[] = [];
  const log = {
    error: (facts: object) => void records.push(facts),
    info: (facts: object) => void records.push(facts),
  };
  const app: AnyElysia = new Elysia({
    strictPath: true,
    handler: { standardHostname: false },
  });
  app.use(http({ log, maxBodyBytes: 1_000, routes: () => app.routes, ...rules })).use(routes(log));
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
    raw: (method, target, how) => rawRequest(port, method, target, how),
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}

/** A request over a socket of its own, its target as it stands. */
export async function rawRequest(
  port: number,
  method: string,
  target: string,
  { host = "a.test", from = "127.0.0.1", headers = [], body = "" }: RawOptions = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
  ];
  let received = "";
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  const [head = "", text = ""] = (await promise).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: parsed(text) };
}

/** The code of an error answer. */
export const codeOf = ({ body }: { body: unknown }): unknown =>
  (body as { error?: { code?: unknown } } | undefined)?.error?.code;
