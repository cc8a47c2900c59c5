import { gunzipSync } from "node:zlib";
import { isObject } from "~/provider/reading/values";
import { ProviderError } from "./errors";

/** The largest body that is read, after decompression: it bounds the memory of one response. */
const BYTES_READ = 8 * 1024 * 1024;
const DEPTH_READ = 64;

/**
 * The decompressed bytes of a response. Throws `provider_payload_invalid` beyond 8 MiB, before or
 * after decompression, and `provider_unavailable` if the body is truncated. fetch does not decompress
 * here: it would expand a gzip bomb of 0.3 MB to 300 MB before returning its first byte.
 */
export async function readBytes(response: Response): Promise<Uint8Array> {
  const declared = Number(response.headers.get("content-length") ?? 0);
  if (declared > BYTES_READ) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > BYTES_READ) throw tooLarge();
    chunks.push(chunk);
  }
  return inflate(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
}

/** Detects gzip by its first bytes, which JSON never starts with, not by the header. */
function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: BYTES_READ });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    if (code === "Z_BUF_ERROR") throw truncated();
    throw new ProviderError("provider_payload_invalid", "The provider's answer is broken gzip.");
  }
}

/** The text of a body in UTF-8; a byte order mark is left out. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** How many bytes of each end of a body show whether it is whole. */
const END_BYTES = 64;

/** Throws `provider_unavailable` if a body starts as a JSON object and does not end as one. */
export function rejectTruncated(bytes: Uint8Array): void {
  const head = decode(bytes.subarray(0, END_BYTES)).trimStart();
  const start = head === "" ? decode(bytes).trimStart() : head;
  const end = decode(bytes.subarray(-END_BYTES)).trimEnd();
  if (start === "") throw truncated();
  if (start.startsWith("{") && !end.endsWith("}")) throw truncated();
}

/** Parses a body that must be a JSON object. Throws `provider_payload_invalid` otherwise. */
export function parseObject(text: string): Record<string, unknown> {
  const value = parse(text);
  if (!isObject(value)) throw invalid("is JSON, but not the object asked for");
  if (isDeeper(value, DEPTH_READ)) throw invalid(`is nested deeper than ${DEPTH_READ} levels`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("is not JSON");
  }
}

/**
 * Whether a parsed value has more than `levels` levels. Bun's parser accepts any depth without
 * recursion, and walking its result is five times cheaper than counting brackets in the text.
 */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child === "object" && child !== null && isDeeper(child, levels - 1)) return true;
  }
  return false;
}

const invalid = (problem: string) =>
  new ProviderError("provider_payload_invalid", `The provider's answer ${problem}.`);

const tooLarge = () => invalid(`is larger than ${BYTES_READ / 1024 / 1024} MiB`);

const truncated = () =>
  new ProviderError(
    "provider_unavailable",
    "The provider's answer was cut short; it is tried again later.",
  );
