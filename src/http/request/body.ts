import { Elysia } from "elysia";
import type { Caller } from "~/http/entrance";
import { ApiError } from "~/http/errors";
import { onClientsTime } from "~/http/limits/deadline";

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const deepest = 64;

/** The most bytes a body may have, and how long it may take to arrive. */
type Bounds = { maxBodyBytes: number; ms: number };

const tooLarge = (maxBodyBytes: number): ApiError =>
  new ApiError("payload_too_large", { message: `A body may have at most ${maxBodyBytes} bytes.` });

async function readBytes(request: Request, maxBodyBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stated = request.headers.get("content-length");
  if (Number(stated ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  // One whose length is stated is read in one go: a stream costs far more.
  if (stated !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** What is read, unless it does not arrive in time: then 408, and the connection with it is over. */
async function inTime<T>(read: Promise<T>, ms: number): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const message = `The body did not arrive within ${ms / 1_000} s.`;
  const timer = setTimeout(
    () => reject(new ApiError("request_timeout", { message, headers: { connection: "close" } })),
    ms,
  );
  try {
    return await Promise.race([read, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** How deep arrays and objects nest in a JSON text; brackets inside strings do not count. */
function depth(json: string): number {
  let now = 0;
  let most = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === "[" || token === "{") most = Math.max(most, ++now);
    else if (token === "]" || token === "}") now--;
  }
  return most;
}

/**
 * Makes sure that a value can be written into a text: an object with a field `toString` cannot, and
 * what the framework says of a value that is not valid repeats it. No JSON can name the symbol.
 */
function printable(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "toString"))
    return value;
  return Object.defineProperty(value, Symbol.toPrimitive, { value: () => "[object Object]" });
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text, printable);
    if (depth(text) <= deepest) return value;
  } catch {
    throw new ApiError("malformed_json");
  }
  throw new ApiError("malformed_json", {
    message: `The body may nest at most ${deepest} levels deep.`,
  });
}

function refuseOtherTypes({ headers }: Request): void {
  const encoding = headers.get("content-encoding") ?? "identity";
  const type = headers.get("content-type") ?? "";
  if (encoding.toLowerCase() !== "identity" || !jsonType.test(type.trim())) {
    throw new ApiError("unsupported_media_type");
  }
}

/**
 * Reads the body of a request as JSON: the bytes must arrive in time (408) and be few enough also when
 * they come in chunks (413), the type and encoding must be right (415), and the text one JSON value in
 * valid UTF-8 (400). No bytes at all is no body: undefined.
 */
async function readJson(request: Request, { maxBodyBytes, ms }: Bounds): Promise<unknown> {
  const bytes = await onClientsTime(request, () => inTime(readBytes(request, maxBodyBytes), ms));
  if (bytes.byteLength === 0) return undefined;
  refuseOtherTypes(request);
  return parseJson(bytes);
}

type BodyOptions = Bounds & {
  /** Throws for whoever may not call the route of a request: nobody's body is read before. */
  admit: (caller: Caller & { route: string }) => Promise<void>;
};

/** The only parser of request bodies; `type: "none"` of a route still skips it. */
export const body = ({ admit, ...bounds }: BodyOptions) =>
  new Elysia({ name: "body" }).onParse({ as: "global" }, async (context) => {
    await admit(context);
    return readJson(context.request, bounds);
  });
