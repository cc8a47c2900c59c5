import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { exampleId } from "~/http/request/public-id";
import { changeGroups, changeKinds, referenceStatuses } from "~/vocabulary";
import { MOST_CHANGES, MOST_CHECKED } from "./parameters";

/** What happened to an entity, as seen from a cursor. */
const changeOps = ["created", "updated", "removed", "deleted"] as const;

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

const Op = OneOf(changeOps, {
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
