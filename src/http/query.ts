import type { TSchema } from "@sinclair/typebox";
import type { Detail } from "./errors";

const showableName = /^[A-Za-z0-9_.-]{1,32}$/;
const mostIgnored = 10;

export type Parameters = {
  /** Names for X-Ignored-Params: only harmless ones, at most ten (M68, T27). */
  ignored: string[];
  problems: Detail[];
  /** Broken percent-encoding or U+0000 in a known parameter (M150). */
  malformed: boolean;
};

/** A part of a query string as text; undefined when its percent-encoding is not UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
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
  const pairs = raw.split("&").map(splitPair);
  const isKnown = (name: string) => Object.hasOwn(schema?.properties ?? {}, name);
  const known = pairs.filter(({ name }) => isKnown(name));
  const unknown = pairs.map(({ name }) => name).filter((name) => !isKnown(name));
  const problems = new Map<string, Detail>();
  const problem = (field: string, message: string) =>
    problems.set(field, { in: "query", field, message });
  const seen = new Set<string>();
  for (const { name, rawValue } of known) {
    if (seen.has(name)) problem(name, "must be given only once");
    else if (rawValue === "") problem(name, "must not be empty; leave it out instead");
    seen.add(name);
  }
  const ignored = new Set(unknown.filter((name) => showableName.test(name)));
  return {
    ignored: [...ignored].slice(0, mostIgnored),
    problems: [...problems.values()],
    malformed: known.some(({ rawValue }) => decoded(rawValue)?.includes("\0") ?? true),
  };
}
