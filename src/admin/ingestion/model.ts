import { type Static, Type } from "@sinclair/typebox";
import { EXTERNAL_ID_MAX, SEASON_NUMBER_MAX } from "~/bounds";
import { ClosedObject, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { IdInput, PublicId } from "~/http/request/public-id";
import {
  ingestedKinds,
  jobErrorCodes,
  jobKinds,
  jobStatuses,
  titleKinds,
  trendingWindows,
} from "~/vocabulary";

/** The digits of 1 to EXTERNAL_ID_MAX, for the documentation. */
const idDigits =
  "([1-9][0-9]{0,8}|1[0-9]{9}|20[0-9]{8}|21[0-3][0-9]{7}|214[0-6][0-9]{6}|2147[0-3][0-9]{5}|21474[0-7][0-9]{4}|214748[0-2][0-9]{3}|2147483[0-5][0-9]{2}|21474836[0-3][0-9]|214748364[0-7])";

/** A provider's id: a positive integer, or its digits without leading zeros; one canonical form (M117). */
const ExternalId = () =>
  Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: EXTERNAL_ID_MAX }),
      Type.String({
        pattern: "^[1-9][0-9]{0,9}$",
        maxLength: 10,
        documented: { pattern: `^${idDigits}$` },
      }),
    ],
    {
      description: "The provider's id: a positive integer up to 2147483647",
      expected: `a whole number from 1 to ${EXTERNAL_ID_MAX}`,
      examples: [603],
    },
  );

const SeasonNumber = () =>
  Type.Integer({
    minimum: 0,
    maximum: SEASON_NUMBER_MAX,
    description: "0 holds the specials",
    expected: `a whole number from 0 to ${SEASON_NUMBER_MAX}`,
    examples: [1],
  });

export const EntityRequest = ClosedObject({ external_id: ExternalId() });

export const SeriesRequest = ClosedObject({
  external_id: ExternalId(),
  include_seasons: Type.Optional(
    Type.Boolean({ default: false, description: "Also ingest every season afterwards" }),
  ),
});

export const SeasonRequest = Type.Union([
  ClosedObject({ series_external_id: ExternalId(), season_number: SeasonNumber() }),
  ClosedObject({ series_id: IdInput("series"), season_number: SeasonNumber() }),
]);
export type SeasonRequest = Static<typeof SeasonRequest>;

export const TrendingRequest = Type.Optional(
  ClosedObject(
    { kind: Type.Optional(OneOf(titleKinds)), window: Type.Optional(OneOf(trendingWindows)) },
    { documented: { dependentRequired: { kind: ["window"], window: ["kind"] } } },
  ),
);

const batchKinds = ["movie", "series", "season", "collection", "person"] as const;

const onlyOfSeries = {
  if: { properties: { include_seasons: {} }, required: ["include_seasons"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { kind: { const: "series" } } },
};
const twoNumbers = { type: "string", pattern: ":" };
const seasonsHaveTwoNumbers = {
  if: { properties: { kind: { const: "season" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { external_id: twoNumbers } },
  else: { properties: { external_id: { not: twoNumbers } } },
};

export const BatchItem = ClosedObject(
  {
    kind: OneOf(batchKinds),
    external_id: Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: EXTERNAL_ID_MAX }),
        Type.String({
          pattern: "^[1-9][0-9]{0,9}(:(0|[1-9][0-9]{0,3}))?$",
          maxLength: 15,
          documented: { pattern: `^${idDigits}(:(0|[1-9][0-9]{0,3}))?$` },
        }),
      ],
      {
        description: "The provider's id; of a season the series' id and the number: 1399:1",
        expected: `a whole number from 1 to ${EXTERNAL_ID_MAX}, or for a season such as 1399:1`,
        examples: [603],
      },
    ),
    include_seasons: Type.Optional(
      Type.Boolean({ description: "For a series: also ingest every season afterwards" }),
    ),
  },
  { documented: { allOf: [onlyOfSeries, seasonsHaveTwoNumbers] } },
);
export type BatchItem = Static<typeof BatchItem>;

export const BatchRequest = ClosedObject({
  items: Type.Array(BatchItem, {
    minItems: 1,
    maxItems: 500,
    expected: "a list of 1 to 500 items",
  }),
});

export const EnqueuedJob = Type.Object({
  job_id: PublicId("job"),
  status: OneOf(jobStatuses),
  created: Type.Boolean({ description: "false: the record of an earlier request is used again" }),
  status_url: Type.String({
    examples: ["/api/v1/admin/ingest/jobs/job_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"],
  }),
});

export const EnqueuedBatch = Type.Object({
  results: Type.Array(EnqueuedJob, { description: "One for each item, in their order" }),
});

const Result = Type.Object({
  entity_kind: OneOf([...ingestedKinds, "search_index"]),
  entity_id: Nullable(Type.String()),
  outcome: OneOf(["created", "updated", "unchanged"]),
  warnings: Type.Array(Type.String()),
});

const Failure = Type.Object({
  code: OneOf(jobErrorCodes),
  message: Type.String(),
  retryable: Type.Boolean(),
});

export const Job = Type.Object({
  id: PublicId("job"),
  kind: OneOf(jobKinds),
  external_id: Type.String({ examples: ["603", "1399:1", "movie:day"] }),
  status: OneOf(jobStatuses),
  run: WholeNumber({ description: "Counts the requests that led to a run of this record" }),
  attempts: WholeNumber(),
  max_attempts: WholeNumber(),
  params: Type.Object({ include_seasons: Type.Optional(Type.Boolean()) }),
  progress: Type.Object({ done: WholeNumber(), total: WholeNumber() }),
  result: Nullable(Result),
  error: Nullable(Failure),
  parent_id: Nullable(PublicId("job")),
  children: Type.Object({
    total: WholeNumber(),
    queued: WholeNumber(),
    running: WholeNumber(),
    succeeded: WholeNumber(),
    failed: WholeNumber(),
  }),
  created_at: Timestamp(),
  started_at: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
  next_attempt_at: Nullable(Timestamp()),
  updated_at: Timestamp(),
});

export const JobPage = Page(Job);

export const JobQuery = Type.Object({
  status: Type.Optional(OneOf(jobStatuses)),
  kind: Type.Optional(OneOf(jobKinds)),
  external_id: Type.Optional(
    Type.String({
      pattern: "^([1-9][0-9]{0,9}(:[0-9]{1,4})?|all|(movie|series):(day|week))$",
      description: "As the job spells it",
      expected: "a provider's id, a season such as 1399:1, all or a list such as movie:day",
      examples: ["603"],
    }),
  ),
  ...pageQuery({ page_size: 20, maximum: 50 }),
});
