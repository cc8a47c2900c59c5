import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { ClosedObject, type FieldOptions, OneOf, QueryInt, WordList } from "~/http/request/fields";
import { ReferenceList } from "~/http/request/reference";
import { type ChangeGroup, type ChangeKind, changeGroups, changeKinds } from "~/vocabulary";
import { type Cursor, cursorPattern, parseCursor } from "./cursor";

/** The most changes in one answer. */
export const MOST_CHANGES = 1_000;

/** The most references that one request may ask about. */
export const MOST_CHECKED = 500;

/** The longest that a request may wait, in seconds. */
const LONGEST_WAIT = 30;

TypeRegistry.Set(
  "CursorInput",
  (_, value) => typeof value === "string" && parseCursor(value) !== undefined,
);

/** A cursor of the feed in a request; decodes to a {@link Cursor}. */
const CursorInput = (options: FieldOptions) =>
  Type.Transform(
    Type.Unsafe<Cursor>({
      ...options,
      [Kind]: "CursorInput",
      type: "string",
      examples: ["0"],
      expected: "0 or a cursor as an answer of the feed gave it",
      documented: { pattern: cursorPattern },
    }),
  )
    .Decode((text) => parseCursor(String(text)) as Cursor)
    .Encode((cursor) => cursor);

const since = CursorInput({
  description:
    "The `cursor` of the answer before, unchanged; `0` for everything there is. Without it the answer is empty and its `cursor` is the present end of the feed",
});

/** What a client follows: which kinds of entities, and which groups of fields. */
const filter = {
  kinds: Type.Optional(
    WordList<ChangeKind>(changeKinds, {
      description: "Only entities of these kinds, separated by commas; by default all",
      examples: ["movie,series"],
    }),
  ),
  groups: Type.Optional(
    WordList<ChangeGroup>(changeGroups, {
      description:
        "Only entities of which one of these groups of fields has changed, separated by commas; by default all. Deleted entities are always told",
      examples: ["names,dates"],
    }),
  ),
};

export const ChangeQuery = Type.Object({
  since: Type.Optional(since),
  limit: QueryInt({
    minimum: 1,
    maximum: MOST_CHANGES,
    default: 100,
    description: "The most entries of the answer",
  }),
  ...filter,
  wait: QueryInt({
    minimum: 0,
    maximum: LONGEST_WAIT,
    default: 0,
    description:
      "How many seconds to wait while there is nothing to tell; the answer comes as soon as there is, or is empty when the time is up",
  }),
});
export type ChangeQuery = Static<typeof ChangeQuery>;

export const ChangeStreamQuery = Type.Object({ since: Type.Optional(since), ...filter });
export type ChangeStreamQuery = Static<typeof ChangeStreamQuery>;

const some = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Optional(Type.Array(OneOf(words), { description, minItems: 1, maxItems: words.length }));

export const Check = ClosedObject(
  {
    since: CursorInput({
      description: "The `cursor` of the check before, unchanged; `0` at first",
    }),
    refs: ReferenceList(MOST_CHECKED, { description: "The entities that the client has" }),
    groups: some(changeGroups, "Only if one of these groups of fields has changed; by default any"),
    kinds: some(changeKinds, "Only entities of these kinds; by default all"),
  },
  {
    $id: "ChangeCheck",
    description: "The entities of a client, and what it wants to know of them",
  },
);
export type Check = Static<typeof Check>;
