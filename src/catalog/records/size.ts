/** How large an answer with inclusions may be. */

import type { JsonText } from "~/db/json-text";
import { validationError } from "~/http/request/problems";

/** 8 MiB, also of several records in one answer. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** A character takes at most so many bytes. */
const BYTES_OF_CHARACTER = 3;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The parts of an answer that were included, the largest first; `seasons` counts for their episodes. */
function includedBySize(record: JsonText<object>, included: JsonText<object>): string[] {
  const { seasons = [] } = JSON.parse(record) as { seasons?: { episodes?: object[] }[] };
  const episodes = seasons.flatMap((season) => season.episodes ?? []);
  const parts = Object.entries(JSON.parse(included) as object);
  const all: [string, unknown][] = episodes.length > 0 ? [...parts, ["episodes", episodes]] : parts;
  return all.toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a)).map(([name]) => name);
}

/**
 * Refuses an answer of more than 8 MiB with 422, which names the part to ask for apart. `record` is the record
 * without what was included.
 */
export function refuseTooLarge(record: JsonText<object>, included: JsonText<object>): void {
  const characters = record.length + included.length;
  if (characters * BYTES_OF_CHARACTER <= MOST_BYTES) return;
  if (Buffer.byteLength(record) + Buffer.byteLength(included) <= MOST_BYTES) return;
  const [largest = "", ...others] = includedBySize(record, included);
  const message = `makes an answer of more than 8 MiB: ask for ${largest} apart`;
  const details = [{ in: "query" as const, field: "include", message, allowed: others }];
  throw validationError(details);
}
