import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { deepText, errorBody, gzipBomb, htmlPage, hugePieces } from "./broken";

/** What a path answers: an object or array (sent as JSON) or a text (sent untouched). */
export type Body = object | string;

/** An HTTP status, with a Retry-After header of any text and a body of its own if need be. */
export type Status = {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body?: Body;
};

/** A way to go wrong, by its default form. A number is an HTTP status with the provider's error body. */
export type Mode =
  | "hang" // takes the request and never answers
  | "stall" // headers and half of the body, then silence
  | "drip" // one byte each 200 ms
  | "slow" // a right answer after 200 ms
  | "reset" // closes the connection without a byte
  | "truncate" // closes the connection in the middle of a chunked body
  | "wrong-length" // announces more bytes than it sends, then closes
  | "truncated-json" // a whole HTTP answer with half of the JSON
  | "empty" // 200 without a body
  | "html" // 200 with a page
  | "empty-object" // 200 {}
  | "null" // 200 null
  | "empty-array" // 200 []
  | "error-object" // 200 with the error body of a 404
  | "not-utf8" // 200 with bytes that are no UTF-8
  | "bomb" // 0.3 MB of gzip that inflate to 300 MB
  | "huge" // 50 MB of JSON
  | "deep" // the right body plus 70 nested arrays
  | "redirect" // 302 to `elsewhere`, which would answer the right body
  | "wrong-id"; // the right body under another id

/** A mode with its numbers: `ms` for drip and slow, `bytes` for bomb and huge, `depth`, `id`, `retryAfter`. */
export type Misbehaviour =
  | number
  | Mode
  | Status
  | {
      readonly mode: Mode;
      readonly ms?: number;
      readonly bytes?: number;
      readonly depth?: number;
      readonly id?: number;
    };

/** A misbehaviour given by mode, with its numbers. */
export type Settings = Exclude<Misbehaviour, number | Mode | Status>;

/** A whole answer; status 200 and JSON unless it says otherwise. */
export type Sent = { status?: number; headers?: Record<string, string>; body: string | Uint8Array };

/** Writes a whole answer. */
export function end(response: ServerResponse, sent: Sent): void {
  const type = { "content-type": "application/json;charset=utf-8" };
  response.writeHead(sent.status ?? 200, { ...type, ...sent.headers });
  response.end(sent.body);
}

async function stream(
  response: ServerResponse,
  pieces: Iterable<string> | AsyncIterable<string>,
  headers: Record<string, string> = {},
): Promise<void> {
  response.writeHead(200, { "content-type": "application/json;charset=utf-8", ...headers });
  const source = Readable.from(pieces, { objectMode: false });
  await pipeline(source, response).catch(() => undefined);
}

async function* halfThen(text: string, after: () => Promise<void>): AsyncGenerator<string> {
  yield text.slice(0, Math.ceil(text.length / 2));
  await after();
}

async function* drops(text: string, ms: number): AsyncGenerator<string> {
  for (const byte of text) {
    yield byte;
    await Bun.sleep(ms);
  }
}

/** What a misbehaviour has at hand: the text of the right answer and where a redirect leads. */
export type Scene = {
  response: ServerResponse;
  status: number;
  text: string;
  settings: Settings;
  elsewhere: string;
};

const cut = async (response: ServerResponse) => {
  await Bun.sleep(5);
  response.socket?.destroy();
};

const never = () => new Promise<void>(() => undefined);

const say = (body: string | Uint8Array, headers?: Record<string, string>) => (scene: Scene) =>
  end(scene.response, headers ? { body, headers } : { body });

/** How each mode answers. */
export const PLAYS: Record<Mode, (scene: Scene) => unknown> = {
  hang: never,
  stall: ({ response, text }) => stream(response, halfThen(text, never)),
  drip: ({ response, text, settings }) => stream(response, drops(text, settings.ms ?? 200)),
  slow: async ({ response, status, text, settings }) => {
    await Bun.sleep(settings.ms ?? 200);
    end(response, { status, body: text });
  },
  reset: ({ response }) => response.socket?.destroy(),
  truncate: ({ response, text }) =>
    stream(
      response,
      halfThen(text, () => cut(response)),
    ),
  "wrong-length": ({ response, text }) => {
    const length = String(Buffer.byteLength(text) + 1000);
    const whole = async function* () {
      yield text;
      await cut(response);
    };
    return stream(response, whole(), { "content-length": length });
  },
  "truncated-json": ({ response, text }) =>
    end(response, { body: text.slice(0, Math.ceil(text.length / 2)) }),
  empty: say(""),
  html: say(htmlPage(), { "content-type": "text/html;charset=utf-8" }),
  "empty-object": say("{}"),
  null: say("null"),
  "empty-array": say("[]"),
  "error-object": say(JSON.stringify(errorBody(404))),
  "not-utf8": say(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  bomb: ({ response, settings }) =>
    end(response, {
      headers: { "content-encoding": "gzip" },
      body: gzipBomb(settings.bytes ?? 300 * 1024 * 1024),
    }),
  huge: ({ response, settings }) => stream(response, hugePieces(settings.bytes ?? 50_000_000)),
  deep: ({ response, text, settings }) =>
    end(response, { body: deepText(text, settings.depth ?? 70) }),
  redirect: ({ response, elsewhere }) =>
    end(response, { status: 302, headers: { location: elsewhere }, body: "" }),
  "wrong-id": ({ response, text, settings }) => {
    const body: unknown = JSON.parse(text);
    const id = settings.id ?? 999_999_999;
    end(response, { body: JSON.stringify(typeof body === "object" ? { ...body, id } : { id }) });
  },
};
