import { Elysia } from "elysia";
import type { Caller } from "~/http/access";
import { ApiError } from "~/http/errors";
import { pauseDeadline } from "~/http/limits/deadline";
import { within } from "~/time-limit";

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const maxDepth = 64;

/** The most bytes a body may have, and how long it may take to arrive. */
export type BodyLimits = { maxBodyBytes: number; ms: number };

const tooLarge = (maxBodyBytes: number): ApiError =>
  new ApiError("payload_too_large", { message: `A body may have at most ${maxBodyBytes} bytes.` });

/** The bytes of a body; refuses more than `maxBodyBytes` as soon as it is known. */
async function readBytes(request: Request, maxBodyBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stated = request.headers.get("content-length");
  if (Number(stated ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  // A body with a stated length is read at once, which costs far less than a stream.
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

/** The bytes of a body; answers 413 for too many and 408 when they do not arrive in time. */
export async function readInTime(
  request: Request,
  { maxBodyBytes, ms }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await within(ms, readBytes(request, maxBodyBytes));
  if (bytes !== undefined) return bytes;
  const message = `The body did not arrive within ${ms / 1_000} s.`;
  throw new ApiError("request_timeout", { message, headers: { connection: "close" } });
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
 * Gives an object with a field `toString` a conversion to text that works: Elysia writes a value that is
 * not valid into its error message. JSON cannot name the symbol.
 */
function convertible(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "toString"))
    return value;
  return Object.defineProperty(value, Symbol.toPrimitive, { value: () => "[object Object]" });
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text, convertible);
    if (depth(text) <= maxDepth) return value;
  } catch {
    throw new ApiError("malformed_json");
  }
  throw new ApiError("malformed_json", {
    message: `The body may nest at most ${maxDepth} levels deep.`,
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
 * Reads the body of a request as JSON. Refuses bytes that arrive too late (408), too many bytes, also in
 * chunks (413), another type or encoding (415), and text that is not one JSON value in UTF-8 (400).
 * An empty body is undefined.
 */
async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const bytes = await pauseDeadline(request, () => readInTime(request, limits));
  if (bytes.byteLength === 0) return undefined;
  refuseOtherTypes(request);
  return parseJson(bytes);
}

type BodyOptions = BodyLimits & {
  /** Throws when the caller may not use the route of a request; runs before the body is read. */
  checkAccess: (caller: Caller & { route: string }) => Promise<void>;
  /** Whether the route of a request takes bytes, which its own hook reads. */
  isRaw: (request: Request, route: string) => boolean;
};

/** The parser of all bodies but those of `rawBody`, which runs after it. */
export const body = ({ checkAccess, isRaw, ...limits }: BodyOptions) =>
  new Elysia({ name: "body" }).onParse(
    { as: "global" },
    async ({ request, server, set, route }) => {
      await checkAccess({ request, server, set, route });
      return isRaw(request, route) ? undefined : readJson(request, limits);
    },
  );
