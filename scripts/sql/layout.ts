import { format } from "sql-formatter";

/** Formats a statement for reading; only whitespace changes. */
export function laidOut(text: string): string {
  const lines = format(text, {
    language: "postgresql",
    keywordCase: "lower",
    expressionWidth: 90,
  }).split("\n");
  return withPairs(withCounts(lines)).join("\n");
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Puts `limit` and `offset` on one line with their number. */
const withCounts = (lines: string[]): string[] =>
  lines.flatMap((line, at) => {
    if (/^\s*(limit|offset)$/.test(line)) return [`${line} ${lines[at + 1]?.trimStart()}`];
    return /^\s*(limit|offset)$/.test(lines[at - 1] ?? "") ? [] : [line];
  });

/** Puts each key of a json_build_object() on one line with its value, or with the start of it. */
function withPairs(lines: string[]): string[] {
  const open: { indent: number; atKey: boolean }[] = [];
  const laid: string[] = [];
  let follows = false;
  for (const line of lines) {
    const indent = indentOf(line);
    while (indent < (open.at(-1)?.indent ?? 0)) open.pop();
    const object = open.findLast((each) => each.indent === indent);
    const isKey = object?.atKey === true;
    if (object) object.atKey = !isKey && line.endsWith(",");
    laid.push(follows ? `${laid.pop()} ${line.trimStart()}` : line);
    follows = isKey;
    if (/\bjson_build_object\($/.test(line)) open.push({ indent: indent + 2, atKey: true });
  }
  return laid;
}
