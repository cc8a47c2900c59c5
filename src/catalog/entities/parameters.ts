import { type Static, Type } from "@sinclair/typebox";
import { languageParameter } from "~/catalog/language/parameter";
import { type Asked, recordParameters } from "~/catalog/records/asked";
import type { Includes } from "~/catalog/records/includes";
import { listParameters } from "~/catalog/records/list-parameters";
import { requireNeeded } from "~/catalog/records/needs";
import { ClosedObject, OneOf, WordList } from "~/http/request/fields";
import { validationError } from "~/http/request/problems";
import {
  fitsKind,
  type Reference,
  ReferenceList,
  ReferenceTexts,
  readReference,
} from "~/http/request/reference";
import { type ReferenceKind, referenceKinds } from "~/vocabulary";
import type { Batch } from "./batch";
import { sources, type View, views } from "./sources";

/** The most references of one request: fewer where more is read of each, and where they are part of a URL. */
export const MOST_REFERENCES = {
  body: { summary: 200, detail: 50 },
  query: { summary: 50, detail: 20 },
} as const;

/** What any kind can include in either view, by name. */
const includes = Object.assign(
  {},
  ...views.flatMap((view) => referenceKinds.map((kind) => sources[view][kind].includes)),
) as Includes;

const { include, ...others } = {
  ...recordParameters({ includes }),
  country: listParameters.country,
};

const view = OneOf(views, {
  default: "summary",
  description: "Whether to answer entities as lists show them, or as their own paths do",
});

export const EntityQuery = Type.Object({
  refs: ReferenceTexts(MOST_REFERENCES.query.summary, {
    description: `The entities, separated by commas; at most ${MOST_REFERENCES.query.summary}, with view=detail ${MOST_REFERENCES.query.detail}`,
    examples: ["movie/tmdb:603,imdb:nm0000206"],
  }),
  view,
  include,
  ...others,
});
export type EntityQuery = Static<typeof EntityQuery>;

export const EntitiesRequest = ClosedObject(
  {
    refs: ReferenceList(MOST_REFERENCES.body.summary, {
      description: `The entities; with view detail at most ${MOST_REFERENCES.body.detail}`,
    }),
    view: Type.Optional(view),
    include: Type.Optional(
      Type.Array(OneOf(Object.keys(includes)), {
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
        description: "What entities bring along, where it fits their kind",
      }),
    ),
    ...others,
  },
  { $id: "EntitiesRequest", description: "The entities to read" },
);
export type EntitiesRequest = Static<typeof EntitiesRequest>;

export const FindQuery = Type.Object({
  ...languageParameter,
  kind: Type.Optional(
    WordList<ReferenceKind>(referenceKinds, {
      description: "Only entities of these kinds, separated by commas; by default all",
      examples: ["movie,series"],
    }),
  ),
});

/** A request for entities that has been judged: what is read of which references. */
export type EntityReading = { refs: readonly string[]; batch: Batch };

type Part = "query" | "body";

/** The kinds of which a reference can name a record. */
function kindsNamed(reference: Reference): readonly ReferenceKind[] {
  if (reference.kind !== null) return [reference.kind];
  return referenceKinds.filter((kind) => fitsKind(reference, kind));
}

const wrongReference = (n: number, part: Part) => ({
  in: part,
  field: `refs.${n}`,
  message: "must be a public id, {kind}/{source}:{value}, or an imdb or wikidata reference alone",
});

function refuse(part: Part, field: string, message: string, allowed?: string[]): never {
  throw validationError([{ in: part, field, message, ...(allowed && { allowed }) }]);
}

/**
 * What a request means. Throws `validation_error` for a wrong reference, for too many, and for parts that fit
 * none of the kinds that the references can name.
 */
export function entityReading(
  part: Part,
  refs: readonly string[],
  view: View,
  asked: Asked,
): EntityReading {
  const read = refs.map(readReference);
  const wrong = read.flatMap((reference, n) => (reference ? [] : [wrongReference(n, part)]));
  if (wrong.length > 0) throw validationError(wrong);
  const most = MOST_REFERENCES[part][view];
  if (refs.length > most) refuse(part, "refs", `must be at most ${most} with view ${view}`);
  const named = new Set(read.flatMap((reference) => (reference ? kindsNamed(reference) : [])));
  const kinds = referenceKinds.filter((kind) => named.has(kind));
  const fitting = new Set(kinds.flatMap((kind) => Object.keys(sources[view][kind].includes)));
  const unfit = asked.include?.split(",").filter((name) => !fitting.has(name)) ?? [];
  if (unfit.length > 0) {
    refuse(part, "include", "must fit at least one kind among the references", [...fitting]);
  }
  requireNeeded(asked, { part });
  return { refs, batch: { kinds, view, asked } };
}
