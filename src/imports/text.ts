import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ImportRefused } from "./refusal";

/** The bytes of a file, in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

const PIECE = 65_536;

/** Bytes that are in memory, in pieces; between two of them other requests have their turn. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
    await new Promise(setImmediate);
  }
}

/**
 * The text of a file in pieces, inflated if it is gzip and without a byte order mark. Bytes that are not UTF-8
 * become U+FFFD. Throws ImportRefused if the gzip is damaged, or if more than `max_bytes` come out of it.
 */
export async function* textOf(bytes: Bytes, max_bytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let length = 0;
  for await (const piece of await inflated(bytes)) {
    length += piece.length;
    if (length > max_bytes) {
      throw new ImportRefused(`The file has more than ${max_bytes} bytes when it is unpacked.`);
    }
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

async function inflated(bytes: Bytes): Promise<Bytes> {
  const pieces = bytes[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  while (start.reduce((sum, piece) => sum + piece.length, 0) < 2) {
    const { value, done } = await pieces.next();
    if (done) break;
    start.push(value);
  }
  const head = Buffer.concat(start);
  const whole = chain(head, pieces);
  return head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole;
}

async function* chain(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (;;) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* gunzipped(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const piece of gunzip) yield piece as Uint8Array;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== "string" || !code.startsWith("Z_")) throw error;
    throw new ImportRefused("The file is gzip, but damaged or cut off.");
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
