/** Items of a list written as one text with " | " between them; a line break after "|" is allowed. */
export function itemsOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(/\|\s/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** The groups of `pattern` in `item`; throws when a row of the demo is written wrongly. */
export function partsOf(item: string, pattern: RegExp): Record<string, string | undefined> {
  const match = pattern.exec(item);
  if (match?.groups === undefined) {
    throw new Error(`Demo row "${item}" does not read as ${pattern.source}`);
  }
  return match.groups;
}

/** The entry of `table` under `key`; throws when the demo names something it does not define. */
export function entryOf<T>(
  table: ReadonlyMap<string, T> | Readonly<Record<string, T>>,
  key: string,
): T {
  const entry =
    table instanceof Map ? table.get(key) : Object.entries(table).find(([k]) => k === key)?.[1];
  if (entry === undefined) {
    throw new Error(`The demo has no entry "${key}"`);
  }
  return entry;
}
