import { type StringOptions, type TSchema, Type } from "@sinclair/typebox";
import type { Detail } from "~/http/errors";
import { nearestParameter, parametersOf, strictParameter } from "./parameters";
import { shownName } from "./problems";

const showableName = /^[A-Za-z0-9_.-]{1,32}$/;
const maxIgnored = 10;

/**
 * A parameter that is compared as it is and never refused, even with U+0000: PostgreSQL cannot store
 * that character, so the route has to answer without it.
 */
export const AnyText = (options: StringOptions = {}) => Type.String({ ...options, anyText: true });

/** What a query string shows before its schema is applied. */
export type QueryReading = {
  /** The names that are no parameters of the route, each once, as the client chose them. */
  unknown: string[];
  problems: Detail[];
  /** Broken percent-encoding or U+0000 in a known parameter. */
  malformed: boolean;
  /** What `strict` says; undefined where it is not given. */
  strict: boolean | undefined;
  /** The names by which parameters were given that have another name in the schema. */
  aliases: ReadonlyMap<string, string>;
};

/** What an empty query string shows. */
export const emptyReading: QueryReading = {
  unknown: [],
  problems: [],
  malformed: false,
  strict: undefined,
  aliases: new Map(),
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

/** A parameter as it was given. */
type Given = { name: string; rawValue: string };

function splitPair(pair: string): Given {
  const end = pair.indexOf("=");
  const rawName = end === -1 ? pair : pair.slice(0, end);
  return { name: decoded(rawName) ?? "", rawValue: end === -1 ? "" : pair.slice(end + 1) };
}

/**
 * Examines a raw query string for what its schema never sees: known parameters that are repeated, empty
 * or cannot be decoded, or differ under their two names; `strict`; and unknown parameters.
 */
export function readQuery(raw: string, schema: TSchema | undefined): QueryReading {
  const parameters = parametersOf(schema);
  /** The parameters that were given, by their names in the schema. */
  const given = new Map<string, Given>();
  const unknown = new Set<string>();
  const reading: QueryReading = { ...emptyReading, problems: [] };
  for (const pair of raw.split("&")) {
    const { name, rawValue } = splitPair(pair);
    const parameter = parameters.get(name);
    if (parameter === undefined) {
      if (pair !== "") unknown.add(name);
      continue;
    }
    const before = given.get(parameter.name);
    addProblem(reading, name, problemOf({ name, rawValue }, before));
    given.set(parameter.name, before ?? { name, rawValue });
    if (isMalformed(rawValue, parameter.schema)) reading.malformed = true;
    else if (parameter === strictParameter) readStrict(decoded(rawValue), reading);
  }
  const names = [...given].map(([first, { name }]): [string, string] => [first, name]);
  const aliases = new Map(names.filter(([first, name]) => first !== name));
  return { ...reading, unknown: [...unknown], aliases };
}

/** What is wrong with a parameter, if anything; `before`: it was given already, by this or another name. */
function problemOf({ name, rawValue }: Given, before: Given | undefined): string | undefined {
  if (before?.name === name) return "must be given only once";
  if (before !== undefined && decoded(before.rawValue) !== decoded(rawValue)) {
    return `means the same as ${before.name}, which has another value`;
  }
  return rawValue === "" ? "must not be empty; leave it out instead" : undefined;
}

function addProblem({ problems }: QueryReading, name: string, message: string | undefined): void {
  if (message === undefined || problems.some(({ field }) => field === name)) return;
  problems.push({ in: "query", field: name, message });
}

const strictWords = strictParameter.schema.enum as string[];

function readStrict(value: string | undefined, reading: QueryReading): void {
  reading.strict = value === "true";
  if (value === undefined || value === "" || strictWords.includes(value)) return;
  const field = strictParameter.name;
  const message = `must be one of ${strictWords.join(", ")}`;
  if (reading.problems.some((problem) => problem.field === field)) return;
  reading.problems.push({ in: "query", field, message, allowed: [...strictWords] });
}

function isMalformed(rawValue: string, schema: TSchema): boolean {
  const value = decoded(rawValue);
  return value === undefined || (value.includes("\0") && schema.anyText !== true);
}

/** The names for X-Ignored-Params: only those safe to send in a header, at most ten. */
export const ignoredNames = (unknown: readonly string[]): string[] =>
  unknown.filter((name) => showableName.test(name)).slice(0, maxIgnored);

/** A detail for each unknown parameter, with the names that the route takes. */
export function unknownProblems(unknown: readonly string[], schema: TSchema | undefined): Detail[] {
  const parameters = parametersOf(schema);
  const allowed = [...parameters.keys()];
  return unknown.map((name, n) => {
    const nearest = n < maxIgnored ? nearestParameter(name, parameters) : undefined;
    const hint = nearest === undefined ? "" : `; ${nearest} is`;
    const message = `is not a parameter of this path${hint}`;
    return { in: "query", field: shownName(name), message, allowed };
  });
}

/** Whether a client asks by `Prefer: handling=strict` (RFC 7240) for what `strict=true` asks for. */
export function prefersStrict({ headers }: Request): boolean {
  const prefer = headers.get("prefer");
  const [, handling] = /(?:^|,)\s*handling\s*=\s*"?([a-z]+)/i.exec(prefer ?? "") ?? [];
  return handling?.toLowerCase() === "strict";
}
