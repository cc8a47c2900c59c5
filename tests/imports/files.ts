import { gzipSync } from "node:zlib";
import { readFile } from "~/imports/file";
import type { FileLine } from "~/imports/line";
import { Selection, type Wishes } from "~/imports/selection";
import { inPieces, textOf } from "~/imports/text";

const MEBIBYTE = 1_048_576;

/** The bytes of a file in pieces of this size. */
export async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

export const zipped = (content: string): Uint8Array => gzipSync(content);

/** The lines that a file is read as. */
export async function linesOf(
  content: string | Uint8Array,
  { size = 7, most = 64 * MEBIBYTE } = {},
): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  await readFile(textOf(cut(bytesOf(content), size), most), (line) => lines.push(line));
  return lines;
}

/** What is chosen from a file. */
export async function selected(content: string | Uint8Array, wishes: Wishes = {}) {
  const selection = new Selection(wishes);
  await readFile(textOf(inPieces(bytesOf(content)), 64 * MEBIBYTE), (line) => selection.add(line));
  return selection;
}

/** The chosen entries in their order. */
export const chosen = (selection: Selection): string[] => [...selection.inOrder(3)].flat();

/** A line of the provider's daily file of movies. */
export const daily = (id: number, popularity: number, more: object = {}): string =>
  JSON.stringify({
    adult: false,
    id,
    original_title: `Title "${id}"`,
    popularity,
    video: false,
    ...more,
  });
