import { csvLayout, readCsv } from "./csv";
import { type FileLine, readLine } from "./line";

/** A longer line names nothing; the rest of it is dropped as it comes. */
const LONGEST_LINE = 65_536;

/**
 * Reads a file of ids line by line: a CSV file if its first line says so, otherwise a list, of which each line
 * is an id, a reference or a JSON object. Blank lines are left out. Holds no more than a piece and a line of it.
 */
export async function readFile(
  text: AsyncIterable<string>,
  take: (line: FileLine) => void,
): Promise<void> {
  const pieces = text[Symbol.asyncIterator]();
  let head = "";
  let ended = false;
  while (!ended && !head.trimStart().includes("\n") && head.length < LONGEST_LINE) {
    const { value, done } = await pieces.next();
    head += value ?? "";
    ended = done === true;
  }
  const whole = chain(head, pieces);
  const layout = csvLayout(head.trimStart().split("\n", 1)[0] ?? "");
  await (layout === undefined ? readList(whole, take) : readCsv(whole, layout, take));
}

async function* chain(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (head !== "") yield head;
  for (;;) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function readList(
  text: AsyncIterable<string>,
  take: (line: FileLine) => void,
): Promise<void> {
  let number = 0;
  let open = "";
  const read = (raw: string) => {
    number += 1;
    const line = raw.trim();
    if (line !== "") take(readLine(number, line));
  };
  for await (const piece of text) {
    if (open.length >= LONGEST_LINE && !piece.includes("\n")) continue;
    const lines = (open + piece).split("\n");
    open = (lines.pop() ?? "").slice(0, LONGEST_LINE);
    for (const line of lines) read(line);
  }
  read(open);
}
