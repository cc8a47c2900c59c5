import { type StringOptions, type TSchema, Type } from "@sinclair/typebox";
import type { Detail } from "~/http/errors";

const showableName = /^[A-Za-z0-9_.-]{1,32}$/;
const maxIgnored = 10;

/**
 * A parameter that is compared as it is and never refused, even with U+0000: PostgreSQL cannot store
 * that character, so the route has to answer without it.
 */
export const AnyText = (options: StringOptions = {}) => Type.String({ ...options, anyText: true });

/** What a query string shows before its schema is applied. */
export type QueryReading = {
  /** Names for X-Ignored-Params: only those safe to send in a header, at most ten. */
  ignored: string[];
  problems: Detail[];
  /** Broken percent-encoding or U+0000 in a known parameter. */
  malformed: boolean;
};

/** A part of a query string as text, with "+" kept; undefined when it is not UTF-8. */
function decoded(part: string): string | undefined {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function splitPair(pair: string): { name: string; rawValue: string } {
  const end = pair.indexOf("=");
  const rawName = end === -1 ? pair : pair.slice(0, end);
  return { name: decoded(rawName) ?? "", rawValue: end === -1 ? "" : pair.slice(end + 1) };
}

/**
 * Examines a raw query string for what its schema never sees: known parameters that are repeated, empty
 * or cannot be decoded, and unknown parameters, which are ignored.
 */
export function readQuery(raw: string, schema: TSchema | undefined): QueryReading {
  const properties: Record<string, TSchema> = schema?.properties ?? {};
  const seen = new Set<string>();
  const ignored = new Set<string>();
  const reading: QueryReading = { ignored: [], problems: [], malformed: false };
  for (const pair of raw.split("&")) {
    const { name, rawValue } = splitPair(pair);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) {
      examine(name, rawValue, seen, reading);
      if (isMalformed(rawValue, property)) reading.malformed = true;
    } else if (showableName.test(name) && ignored.size < maxIgnored) ignored.add(name);
  }
  return { ...reading, ignored: [...ignored] };
}

function examine(name: string, rawValue: string, seen: Set<string>, reading: QueryReading): void {
  const problem = (message: string) => {
    if (reading.problems.some(({ field }) => field === name)) return;
    reading.problems.push({ in: "query", field: name, message });
  };
  if (seen.has(name)) problem("must be given only once");
  else if (rawValue === "") problem("must not be empty; leave it out instead");
  seen.add(name);
}

function isMalformed(rawValue: string, property: TSchema): boolean {
  const value = decoded(rawValue);
  return value === undefined || (value.includes("\0") && property.anyText !== true);
}
