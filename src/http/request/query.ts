import { type StringOptions, type TSchema, Type } from "@sinclair/typebox";
import type { Detail } from "~/http/errors";

const showableName = /^[A-Za-z0-9_.-]{1,32}$/;
const mostIgnored = 10;

/** Marks a parameter that may hold U+0000; a symbol, so that it stays out of the documentation. */
const anyText = Symbol("anyText");

/**
 * A parameter that is compared as it stands and never refused (M78, M79), U+0000 included: the route
 * has to answer that without PostgreSQL, which cannot store it.
 */
export const AnyText = (options: StringOptions = {}) =>
  Type.String({ ...options, [anyText]: true });

export type Parameters = {
  /** Names for X-Ignored-Params: only harmless ones, at most ten (M68, T27). */
  ignored: string[];
  problems: Detail[];
  /** Broken percent-encoding or U+0000 in a known parameter (M150). */
  malformed: boolean;
};

/** A part of a query string as text, "+" left alone; undefined when its encoding is not UTF-8. */
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
 * Judges what a schema never sees of a raw query string: a known parameter that is repeated or empty
 * (M69) or not decodable (M150), and parameters the route does not know, which are ignored (M68).
 */
export function readParameters(raw: string, schema: TSchema | undefined): Parameters {
  const properties: Record<string, TSchema> = schema?.properties ?? {};
  const seen = new Set<string>();
  const ignored = new Set<string>();
  const found: Parameters = { ignored: [], problems: [], malformed: false };
  for (const pair of raw.split("&")) {
    const { name, rawValue } = splitPair(pair);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) {
      judge(name, rawValue, seen, found);
      if (isMalformed(rawValue, property)) found.malformed = true;
    } else if (showableName.test(name) && ignored.size < mostIgnored) ignored.add(name);
  }
  return { ...found, ignored: [...ignored] };
}

function judge(name: string, rawValue: string, seen: Set<string>, found: Parameters): void {
  const problem = (message: string) => {
    if (found.problems.some(({ field }) => field === name)) return;
    found.problems.push({ in: "query", field: name, message });
  };
  if (seen.has(name)) problem("must be given only once");
  else if (rawValue === "") problem("must not be empty; leave it out instead");
  seen.add(name);
}

function isMalformed(rawValue: string, property: TSchema): boolean {
  const value = decoded(rawValue);
  return value === undefined || (value.includes("\0") && !(anyText in property));
}
