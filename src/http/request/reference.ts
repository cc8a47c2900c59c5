import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { EXTERNAL_ID_DIGITS, EXTERNAL_ID_MAX } from "~/bounds";
import {
  type ExternalSource,
  externalSources,
  type ReferenceKind,
  referenceKinds,
} from "~/vocabulary";
import type { FieldOptions } from "./fields";
import { exampleId, uuidOf } from "./public-id";

/** An id of another database, in the spelling in which it is stored. */
export type ExternalReference = { source: ExternalSource; value: string };

/** What a client calls a record by: its own id as a UUID, or an id that it carries; null: of any kind. */
export type Reference =
  | { kind: ReferenceKind; id: string }
  | ({ kind: ReferenceKind | null } & ExternalReference);

const LONGEST = 140;

/** How the ids of a source are spelled, and the kinds that have one; without `kinds` all of them. */
type Rule = { spelling: RegExp; kinds?: readonly ReferenceKind[]; isNumber?: true; anyCase?: true };

const number = { spelling: /^[1-9][0-9]{0,9}$/, isNumber: true } as const;
const account = {
  spelling: /^[A-Za-z0-9._-]{1,100}$/,
  kinds: ["movie", "series", "person"],
  anyCase: true,
} as const;

const rules: Record<ExternalSource, Rule> = {
  tmdb: number,
  tmdb_network: { ...number, kinds: ["company"] },
  imdb: { spelling: /^(tt|nm)[0-9]{7,10}$/, kinds: ["movie", "series", "person"] },
  tvdb: { ...number, kinds: ["series"] },
  wikidata: { spelling: /^Q[1-9][0-9]{0,11}$/ },
  facebook: account,
  instagram: account,
  twitter: account,
  tiktok: account,
  youtube: account,
};

/** Their ids say what they are, or are unique, so that they can stand without a kind. */
const standsAlone: readonly ExternalSource[] = ["imdb", "wikidata"];

/**
 * `{source}:{value}`, such as `imdb:tt0133093`; undefined for an unknown source or another spelling than the
 * source's. Names of accounts are put in lower case.
 */
export function readExternalReference(text: string): ExternalReference | undefined {
  const end = text.indexOf(":");
  const given = text.slice(0, Math.max(end, 0));
  const source = externalSources.find((name) => name === given);
  if (source === undefined || text.length > LONGEST) return undefined;
  const { spelling, isNumber, anyCase } = rules[source];
  const value = text.slice(end + 1);
  if (!spelling.test(value) || (isNumber && Number(value) > EXTERNAL_ID_MAX)) return undefined;
  return { source, value: anyCase ? value.toLowerCase() : value };
}

/** Whether records of a kind can carry such an id: of IMDb, people have `nm…` and titles `tt…`. */
export function fitsKind({ source, value }: ExternalReference, kind: ReferenceKind): boolean {
  const { kinds = referenceKinds } = rules[source];
  if (!kinds.includes(kind)) return false;
  return source !== "imdb" || value.startsWith("nm") === (kind === "person");
}

function readPublicId(text: string): Reference | undefined {
  const label = text.slice(0, Math.max(text.indexOf("_"), 0));
  const kind = referenceKinds.find((name) => name === label);
  const id = kind && uuidOf(kind, text);
  return id === undefined || kind === undefined ? undefined : { kind, id };
}

/**
 * A public id; `{kind}/{source}:{value}`; or a reference to IMDb or Wikidata alone, which means records of
 * any kind. Undefined for everything else.
 */
export function readReference(text: string): Reference | undefined {
  if (!text.includes(":")) return readPublicId(text);
  const slash = text.indexOf("/");
  const external = readExternalReference(text.slice(slash + 1));
  if (external === undefined) return undefined;
  if (slash === -1) {
    return standsAlone.includes(external.source) ? { kind: null, ...external } : undefined;
  }
  const kind = referenceKinds.find((name) => name === text.slice(0, slash));
  return kind && fitsKind(external, kind) ? { kind, ...external } : undefined;
}

TypeRegistry.Set(
  "Reference",
  (_, value) => typeof value === "string" && readReference(value) !== undefined,
);

/** The pattern of the ids that records of a kind can carry, as the OpenAPI document says it. */
function patternOf(source: ExternalSource, kind: ReferenceKind | undefined): string {
  const { spelling, isNumber } = rules[source];
  if (isNumber) return `${source}:${EXTERNAL_ID_DIGITS}`;
  const value = spelling.source.slice(1, -1);
  const ofKind = kind === "person" ? "nm" : "tt";
  const fitting = source === "imdb" && kind ? value.replace("(tt|nm)", ofKind) : value;
  return `${source}:${fitting}`;
}

/** The sources whose ids records of a kind can carry. */
const sourcesOf = (kind: ReferenceKind): ExternalSource[] =>
  externalSources.filter((name) => rules[name].kinds?.includes(kind) ?? true);

const ofKindPattern = (kind: ReferenceKind): string =>
  sourcesOf(kind)
    .map((source) => patternOf(source, kind))
    .join("|");

function referencePattern(): string {
  const ofKinds = referenceKinds.map((kind) => `${kind}/(${ofKindPattern(kind)})`);
  const alone = standsAlone.map((source) => patternOf(source, undefined));
  return `^((${referenceKinds.join("|")})_[0-9a-f]{32}|${[...ofKinds, ...alone].join("|")})$`;
}

const spelling = `a public id of a ${referenceKinds.join(", ")}; {kind}/{source}:{value}, such as movie/tmdb:603; or an imdb or wikidata reference alone`;

/** One reference in a request; a wrong one is refused with 422. `readReference` reads it. */
export const ReferenceInput = (options: FieldOptions = {}) =>
  Type.Unsafe<string>({
    description: `A record: ${spelling}`,
    expected: spelling,
    examples: [exampleId("movie"), "movie/tmdb:603", "imdb:tt0133093"],
    documented: { pattern: referencePattern() },
    ...options,
    [Kind]: "Reference",
    type: "string",
  });

/** The references of a request in a body: at least one, at most `most`. */
export const ReferenceList = (most: number, options: FieldOptions = {}) =>
  Type.Array(ReferenceInput(), {
    minItems: 1,
    maxItems: most,
    expected: `an array of 1 to ${most} references`,
    ...options,
  });

/**
 * The same in a query, separated by commas. Only documented here: a wrong one is named by its place, which the
 * route knows.
 */
export const ReferenceTexts = (most: number, options: FieldOptions = {}) => {
  const one = referencePattern().slice(1, -1);
  return Type.String({ ...options, documented: { pattern: `^${one}(,${one}){0,${most - 1}}$` } });
};

/** What the texts of a {@link ReferenceList} mean, in their order; they have been validated. */
export const readReferences = (texts: readonly string[]): Reference[] =>
  texts.map((text) => {
    const reference = readReference(text);
    if (reference === undefined) throw new Error("A reference was not validated.");
    return reference;
  });

const pathExamples: Partial<Record<ReferenceKind, string>> = {
  movie: "imdb:tt0133093",
  series: "tvdb:121361",
  person: "imdb:nm0000206",
};

/**
 * A record in a path: its public id, or a reference to it. Only documented here: `pathId` answers other texts
 * with 404, and catalog/references puts the public id in the place of a reference.
 */
export const RecordPath = (kind: ReferenceKind) =>
  Type.String({
    description: `Id of the ${kind}, or a reference to it: {source}:{value}, with a source of ${sourcesOf(kind).join(", ")}`,
    takesReferences: true,
    documented: {
      pattern: `^(${kind}_[0-9a-f]{32}|${ofKindPattern(kind)})$`,
      examples: [exampleId(kind), "tmdb:603", ...(pathExamples[kind] ? [pathExamples[kind]] : [])],
    },
  });

/** The same where a path names the kind of the record before it, one of `kinds`. */
export const RecordPathOf = (kinds: readonly [ReferenceKind, ...ReferenceKind[]]) => {
  const references = kinds.flatMap((kind) =>
    sourcesOf(kind).map((source) => patternOf(source, kind)),
  );
  return Type.String({
    description:
      "Id of the record, or a reference to it: {source}:{value}, with a source of its kind",
    takesReferences: true,
    documented: {
      pattern: `^((${kinds.join("|")})_[0-9a-f]{32}|${[...new Set(references)].join("|")})$`,
      examples: [exampleId(kinds[0]), "tmdb:603"],
    },
  });
};
