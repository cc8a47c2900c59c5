import { constants, crc32, deflateRawSync } from "node:zlib";

const MIB = 1024 * 1024;

const MESSAGES: Record<number, readonly [number, string]> = {
  400: [22, "The page asked for is out of range."],
  401: [7, "The access token is not valid."],
  403: [3, "This token may not read this."],
  404: [34, "Nothing is stored under this address."],
  422: [5, "A parameter has a wrong value."],
  429: [25, "Too many requests, slow down."],
  500: [11, "Something broke on this side."],
  502: [43, "The server behind this one did not answer."],
  503: [9, "The service is closed for maintenance."],
  504: [24, "The server behind this one took too long."],
};

/**
 * The provider's error body for an HTTP status: its numeric code (or the one given), a message in
 * our own words.
 */
export function errorBody(status: number, code?: number): Record<string, unknown> {
  const [usual, message] = MESSAGES[status] ?? [15, "Something went wrong."];
  return { success: false, status_code: code ?? usual, status_message: message };
}

/** A whole HTML page, as a proxy in between sends it with status 200. */
export function htmlPage(): string {
  return "<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>";
}

/** `body` with one more key, `nested`, holding arrays `depth` levels deep (a text: JSON.parse takes it). */
export function deepText(body: string, depth: number): string {
  const nested = `"nested":${"[".repeat(depth)}${"]".repeat(depth)}`;
  return body.startsWith("{") && body.length > 2 ? `{${nested},${body.slice(1)}` : `{${nested}}`;
}

/** Valid JSON of about `bytes` bytes, in pieces of 64 KiB, so that neither side must hold it whole. */
export function* hugePieces(bytes: number): Generator<string> {
  const piece = "a".repeat(65_536);
  yield '{"id":1,"overview":"';
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
  yield '"}';
}

let bomb: { bytes: number; gzip: Uint8Array } | undefined;

/**
 * A gzip stream of about 0.3 MB that inflates to valid JSON of `bytes` bytes. Built from one deflated
 * mebibyte repeated, so that making it needs no memory either.
 */
export function gzipBomb(bytes: number): Uint8Array {
  if (bomb?.bytes === bytes) return bomb.gzip;
  const filler = Buffer.alloc(MIB, "a");
  const head = Buffer.from('{"id":1,"overview":"');
  const tail = Buffer.from('"}');
  const count = Math.max(1, Math.round(bytes / MIB));
  const block = (data: Uint8Array) =>
    deflateRawSync(data, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  let sum = crc32(head);
  for (let index = 0; index < count; index += 1) sum = crc32(filler, sum);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, sum), 0);
  trailer.writeUInt32LE(head.length + count * MIB + tail.length, 4);
  const gzip = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]),
    block(head),
    ...Array<Buffer>(count).fill(block(filler)),
    deflateRawSync(tail),
    trailer,
  ]);
  bomb = { bytes, gzip };
  return gzip;
}
