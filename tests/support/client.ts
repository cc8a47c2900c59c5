import { connect } from "node:net";

/** A response that was read to its end; `body` is its JSON, or undefined when it is none. */
export type TestResponse<Body = unknown> = {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
};

type RequestHeaders = Record<string, string>;

const json = { "content-type": "application/json" };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A body that is a text is sent as it is, any other value as JSON. */
const serialized = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

const bearer = (token: string | undefined): RequestHeaders =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

export type Client = ReturnType<typeof clientOf>;

/** Sends requests to the paths below `base`, each with these headers. */
export function clientOf(base: string, headers: RequestHeaders = {}) {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(base + path, { ...init, headers: { ...headers, ...(init.headers as RequestHeaders) } });

  async function request<Body = unknown>(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<TestResponse<Body>> {
    const response = await send(path, { ...init, method });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(text) as Body,
    };
  }

  return {
    /** The response as fetch gives it, for streams. */
    fetch: send,
    request,
    get: <Body = unknown>(path: string, headers: RequestHeaders = {}) =>
      request<Body>("GET", path, { headers }),
    post: <Body = unknown>(path: string, body?: unknown, headers: RequestHeaders = json) =>
      request<Body>("POST", path, body === undefined ? {} : { headers, body: serialized(body) }),
    /** A request with a JSON body, where one is given, and the token of an account. */
    send: <Body = unknown>(method: string, path: string, body?: unknown, token?: string) =>
      request<Body>(method, path, {
        headers: { ...(body === undefined ? {} : json), ...bearer(token) },
        ...(body === undefined ? {} : { body: serialized(body) }),
      }),
  };
}

/** The code of an error response. */
export const codeOf = ({ body }: { body: unknown }): unknown =>
  (body as { error?: { code?: unknown } } | undefined)?.error?.code;

/** `from`: the loopback address to call from. */
export type RawOptions = { host?: string; from?: string; headers?: string[]; body?: string };

/** A request over a socket of its own, with its target unchanged; fetch would normalize it. */
export async function rawRequest(
  port: number,
  method: string,
  target: string,
  { host = "a.test", from = "127.0.0.1", headers = [], body = "" }: RawOptions = {},
): Promise<{ status: number; body: unknown }> {
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
