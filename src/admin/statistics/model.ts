import { type Static, Type } from "@sinclair/typebox";
import { type FieldOptions, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import {
  jobKinds,
  type jobStatuses,
  searchIndexStates,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";

const Seconds = (options: FieldOptions = {}) =>
  Type.Number({ minimum: 0, examples: [0.4], ...options });

const JobCounts = Type.Object({
  queued: WholeNumber(),
  running: WholeNumber(),
  succeeded: WholeNumber(),
  failed: WholeNumber(),
  canceled: WholeNumber(),
} satisfies Record<(typeof jobStatuses)[number], unknown>);
export type JobCounts = Static<typeof JobCounts>;

const KindCounts = Type.Object({
  kind: OneOf(jobKinds),
  ...JobCounts.properties,
});

const TrendingState = Type.Object({
  kind: OneOf(titleKinds),
  window: OneOf(trendingWindows),
  refreshed_at: Nullable(Timestamp()),
});

/** How the secondary index of the search is doing. */
export const IndexState = Type.Object({
  state: OneOf(searchIndexStates, {
    description: "`waiting`: it was never filled; `failing`: searches do without it",
  }),
  pending: WholeNumber({ description: "Records whose document is still to be sent" }),
  lag_seconds: Seconds({ description: "How long the first of them has waited" }),
  documents: Nullable(WholeNumber({ description: "When last looked at" })),
  drift: Nullable(
    WholeNumber({ description: "Documents that the latest comparison found to differ" }),
  ),
  reconciled_at: Nullable(Timestamp()),
  failing_since: Nullable(Timestamp()),
});

export const Stats = Type.Object({
  version: Type.String({ examples: ["0.1.0"] }),
  catalog: Type.Object({
    movies: WholeNumber(),
    series: WholeNumber(),
    episodes: WholeNumber(),
    people: WholeNumber(),
    collections: WholeNumber(),
  }),
  queue: Type.Object({
    by_status: JobCounts,
    by_kind: Type.Array(KindCounts),
    oldest_due_seconds: Nullable(Seconds(), {
      description: "How long the job that waits longest for a worker has been due",
    }),
  }),
  trending: Type.Array(TrendingState),
  database: Type.Object({ size_bytes: WholeNumber() }),
  index: Nullable(IndexState, { description: "null: the search has no secondary index" }),
});
export type Stats = Static<typeof Stats>;
