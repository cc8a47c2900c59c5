import { type Static, Type } from "@sinclair/typebox";
import {
  CalendarDate,
  ClosedObject,
  Nullable,
  OneOf,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { ReferenceList } from "~/http/request/reference";
import { changeListKinds } from "~/provider/changes";
import { refreshedKinds, refreshTiers } from "~/vocabulary";

/** References in one request. */
const MOST_REFS = 500;

const Tier = Type.Object({
  tier: OneOf(refreshTiers, {
    description:
      "`airing`: seasons with an episode in the week before or after today; `current`: running series, and movies around their release or before it; `popular`: the 1000 most popular titles of each kind, and what is trending; `rest`: everything else",
    examples: ["current"],
  }),
  interval_hours: Type.Number({
    description: "Hours from one fetch to the next, by the settings; longer while nothing changes",
    examples: [24],
  }),
  records: WholeNumber({ description: "Records in the tier", examples: [1_200] }),
  due: WholeNumber({ description: "Of them due and not requested yet", examples: [0] }),
  oldest_due_at: Nullable(Timestamp(), {
    description: "Since when the one of them is due that has waited longest; null: none is due",
    examples: [null],
  }),
});

const ChangeList = Type.Object({
  kind: OneOf(changeListKinds, { description: "What the list is about", examples: ["movie"] }),
  through_day: Nullable(CalendarDate(), {
    description: "The last day that was read, in UTC; null before the first complete reading",
  }),
  read_at: Nullable(Timestamp(), {
    description: "When the last complete reading ended; null before the first",
  }),
  named: WholeNumber({ description: "Ids that it named, each day by itself", examples: [7_891] }),
  enqueued: WholeNumber({
    description: "Records of the catalog that became due by it",
    examples: [12],
  }),
});

export const RefreshState = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether records are fetched again by themselves" }),
    tiers: Type.Array(Tier, {
      description: "How fresh records are kept; the first that fits counts",
    }),
    change_lists: Type.Array(ChangeList, { description: "The provider's lists of changes" }),
    calls_last_hour: WholeNumber({
      description: "Calls to the provider that were planned, in the last hour",
      examples: [420],
    }),
    budget_per_hour: WholeNumber({
      description: "As many calls may be planned in an hour",
      examples: [36_000],
    }),
  },
  { $id: "RefreshState", description: "How fresh the catalog is kept" },
);
export type RefreshState = Static<typeof RefreshState>;

export const RefreshRequest = Type.Optional(
  ClosedObject(
    {
      kinds: Type.Optional(
        Type.Array(OneOf(refreshedKinds), {
          minItems: 1,
          maxItems: refreshedKinds.length,
          description: "Only records of these kinds",
          examples: [["movie", "series"]],
        }),
      ),
      tier: Type.Optional(OneOf(refreshTiers, { description: "Only records of this tier" })),
      refs: Type.Optional(
        ReferenceList(MOST_REFS, {
          description:
            "Only these records; unknown ones are left out, and an episode stands for its season",
        }),
      ),
    },
    {
      $id: "RefreshRequest",
      description: "Which records to fetch again; without a field all of them",
    },
  ),
);
export const MadeDue = Type.Object(
  {
    due: WholeNumber({ description: "Records that match and are due now", examples: [3] }),
  },
  { $id: "MadeDue", description: "What a request made due" },
);
