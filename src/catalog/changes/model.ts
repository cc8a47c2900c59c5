import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import {
  ClosedObject,
  type FieldOptions,
  Nullable,
  OneOf,
  QueryInt,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { exampleId } from "~/http/request/public-id";
import { ReferenceList } from "~/http/request/reference";
import {
  type ChangeGroup,
  type ChangeKind,
  changeGroups,
  changeKinds,
  referenceStatuses,
} from "~/vocabulary";
import { type Cursor, cursorPattern, parseCursor } from "./cursor";

/** What happened to an entity, as seen from a cursor. */
export const changeOps = ["created", "updated", "removed", "deleted"] as const;

/** The most changes in one answer. */
export const MOST_CHANGES = 1_000;

/** The longest that a request may wait, in seconds. */
export const LONGEST_WAIT = 30;

TypeRegistry.Set(
  "CursorInput",
  (_, value) => typeof value === "string" && parseCursor(value) !== undefined,
);

/** A cursor of the feed in a request; decodes to a {@link Cursor}. */
export const CursorInput = (options: FieldOptions) =>
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

TypeRegistry.Set<{ allowed: readonly string[] }>(
  "WordList",
  ({ allowed }, value) =>
    typeof value === "string" && value.split(",").every((word) => allowed.includes(word)),
);

/** Some of a list of words, separated by commas; decodes to the list. */
const WordList = <Word extends string>(words: readonly Word[], options: FieldOptions) =>
  Type.Transform(
    Type.Unsafe<Word[]>({
      ...options,
      [Kind]: "WordList",
      type: "string",
      allowed: words,
      expected: `one or several of ${words.join(", ")}, separated by commas`,
      documented: { pattern: `^(${words.join("|")})(,(${words.join("|")}))*$` },
    }),
  )
    .Decode((text) => String(text).split(",") as Word[])
    .Encode((list) => list);

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

/** The public id of anything that the feed tells of. */
const EntityId = (description: string) =>
  Type.String({
    description,
    examples: [exampleId("series")],
    documented: { pattern: "^([a-z]+_[0-9a-f]{32}|(movie|series):(day|week))$" },
  });

const groupsChanged = Type.Array(OneOf(changeGroups), {
  maxItems: changeGroups.length,
  description:
    "What changed since the cursor of the request: groups of fields. All that its kind can have for an entity that was created",
  examples: [["dates", "seasons"]],
  documented: { uniqueItems: true },
});

export const Op = OneOf(changeOps, {
  examples: ["updated"],
  description:
    "As seen from the cursor of the request. `created`: it came into the catalog; `updated`: something about it changed; `removed`: the provider no longer has it, lists hide it, but its id still answers; `deleted`: its id answers 404",
});

export const Change = Type.Object(
  {
    sequence: WholeNumber({ description: "The number of its latest change", examples: [48_201] }),
    op: Op,
    kind: OneOf(changeKinds, {
      examples: ["series"],
      description: "The kind of the entity; `provider` is a watch provider, `trending` a ranking",
    }),
    id: EntityId("Public id; of a ranking its name, such as `movie:day`"),
    external_ids: Type.Object(
      {
        tmdb: Nullable(
          WholeNumber({ description: "Id at TMDB; null if it has none", examples: [1399] }),
        ),
      },
      { description: "Ids in other databases, also of what was deleted" },
    ),
    parent_id: Nullable(EntityId("The series of a season or episode"), {
      description: "The series of a season or episode; null for other kinds",
      examples: [null],
    }),
    groups: groupsChanged,
    changed_at: Timestamp({ description: "When its latest change was numbered" }),
  },
  { $id: "Change", description: "What happened to one entity of the catalog" },
);
export type Change = Static<typeof Change>;

const CursorOutput = Type.String({
  description: "Where to go on: `since` of the next request. Opaque",
  examples: ["5e1f09ab-48201"],
});

export const ChangePage = Type.Object(
  {
    results: Type.Array(Change, {
      description: "The changes after the cursor, by number; each entity once, at its latest one",
      documented: { maxItems: MOST_CHANGES },
    }),
    cursor: CursorOutput,
    more: Type.Boolean({
      description: "Whether to ask again at once; with filters also after an empty answer",
    }),
    head: WholeNumber({ description: "The newest number of the feed", examples: [48_201] }),
  },
  { $id: "ChangePage", description: "A part of the change feed" },
);
export type ChangePage = Static<typeof ChangePage>;

/** The most references that one request may ask about. */
const MOST_CHECKED = 500;

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

const CheckedReference = Type.Object(
  {
    ref: Type.String({
      description: "The reference as it was sent",
      examples: ["series/tvdb:121361"],
    }),
    status: OneOf(referenceStatuses, {
      description:
        "Whether it leads to one entity: `found`; `removed`, which lists hide; `missing`; `ambiguous`, which stands for several",
    }),
    op: Nullable(Op, {
      description:
        "What happened to the entity; null if nothing is known, of a missing or ambiguous one",
    }),
    id: Nullable(EntityId("Public id"), { description: "Public id; null if missing or ambiguous" }),
    groups: groupsChanged,
  },
  { $id: "CheckedReference", description: "What happened to an entity that a client named" },
);
export type CheckedReference = Static<typeof CheckedReference>;

export const Checked = Type.Object(
  {
    cursor: CursorOutput,
    results: Type.Array(CheckedReference, {
      description:
        "Those that changed after the cursor, and all that are missing or ambiguous, in the order in which they were sent",
      documented: { maxItems: MOST_CHECKED },
    }),
  },
  { $id: "CheckedChanges", description: "What changed among the entities that a client named" },
);
export type Checked = Static<typeof Checked>;
