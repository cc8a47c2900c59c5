import { type Static, Type } from "@sinclair/typebox";
import { type FieldOptions, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import type { IndexState as StoredIndexState } from "~/search/index/state";
import {
  jobKinds,
  type jobStatuses,
  searchIndexStates,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";

const Count = (description: string) => WholeNumber({ description, examples: [12] });
const Seconds = (options: FieldOptions = {}) =>
  Type.Number({ minimum: 0, examples: [0.4], ...options });

const jobCounts = {
  queued: Count("Queued jobs"),
  running: Count("Running jobs"),
  succeeded: Count("Succeeded jobs"),
  failed: Count("Failed jobs"),
  canceled: Count("Canceled jobs"),
} satisfies Record<(typeof jobStatuses)[number], unknown>;

const JobCounts = Type.Object(jobCounts, { description: "All jobs by status" });
export type JobCounts = Static<typeof JobCounts>;

const KindCounts = Type.Object({
  kind: OneOf(jobKinds, { description: "The kind of the jobs" }),
  ...jobCounts,
});

const TrendingState = Type.Object({
  kind: OneOf(titleKinds, { description: "The titles of the list" }),
  window: OneOf(trendingWindows, { description: "The period of the list" }),
  refreshed_at: Nullable(Timestamp(), {
    description: "When the list was last refreshed; null when it never was",
  }),
});

export const IndexState = Type.Object(
  {
    state: OneOf(searchIndexStates, {
      description:
        "`waiting`: never filled; `failing`: Meilisearch cannot be used, and PostgreSQL alone answers searches; `rebuilding`: a new index is being built; `ready`: in use",
      examples: ["ready"],
    }),
    pending: WholeNumber({
      description: "Records whose document is still to be sent",
      examples: [0],
    }),
    lag_seconds: Seconds({ description: "How long the oldest of them has waited" }),
    documents: Nullable(WholeNumber(), {
      description: "Documents in the index at the last check; null before the first",
      examples: [1_200],
    }),
    drift: Nullable(WholeNumber(), {
      description:
        "Documents that the latest comparison with the catalog found wrong; null before the first",
      examples: [0],
    }),
    reconciled_at: Nullable(Timestamp(), {
      description: "When the latest comparison ended; null before the first",
    }),
    failing_since: Nullable(Timestamp(), {
      description: "Since when Meilisearch cannot be used; null while it can",
      examples: [null],
    }),
  } satisfies Record<keyof StoredIndexState, unknown>,
  { $id: "IndexState", description: "The state of the secondary index of the search" },
);

export const Stats = Type.Object(
  {
    version: Type.String({ description: "Version of the service", examples: ["0.1.0"] }),
    catalog: Type.Object(
      {
        movies: Count("Movies"),
        series: Count("Series"),
        episodes: Count("Episodes"),
        people: Count("People"),
        collections: Count("Collections"),
      },
      { description: "What the catalog lists" },
    ),
    queue: Type.Object(
      {
        by_status: JobCounts,
        by_kind: Type.Array(KindCounts, { description: "The jobs of each kind by status" }),
        oldest_due_seconds: Nullable(Seconds(), {
          description:
            "How long the job that waits longest for a worker has been due; null when none is due",
        }),
      },
      { description: "The job queue" },
    ),
    trending: Type.Array(TrendingState, { description: "The four trending lists" }),
    database: Type.Object(
      {
        size_bytes: WholeNumber({
          description: "Size of the database on disk, in bytes",
          examples: [52_428_800],
        }),
      },
      { description: "The PostgreSQL database" },
    ),
    index: Nullable(IndexState, { description: "null: the search has no secondary index" }),
  },
  { $id: "Stats", description: "The state of the service, for its operator" },
);
export type Stats = Static<typeof Stats>;
