import { type Static, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import {
  type FieldOptions,
  Nullable,
  OneOf,
  Timestamp,
  WholeNumber,
  WordList,
} from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { ingestedKinds, jobErrorCodes, jobKinds, jobStatuses } from "~/vocabulary";

const Result = Type.Object({
  entity_kind: OneOf([...ingestedKinds, "search_index", "change_list"], {
    description: "What the job ingested, rebuilt or read",
  }),
  entity_id: Nullable(Type.String(), {
    description: "Id of the movie, series, season, collection or person; null for other kinds",
    examples: ["movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"],
  }),
  outcome: OneOf(["created", "updated", "unchanged"], {
    description: "What the job did to the record",
  }),
  warnings: Type.Array(Type.String(), {
    description: "What was left out of the provider's data, and why",
    examples: [[]],
  }),
});

const Failure = Type.Object({
  code: OneOf(jobErrorCodes, { description: "Stable; made for programs" }),
  message: Type.String({ description: "Made for people; may change" }),
  retryable: Type.Boolean({ description: "Whether another attempt can succeed" }),
});

const childCount = (status: string) =>
  WholeNumber({ description: `Of them ${status}`, examples: [0] });

export const Job = Type.Object(
  {
    id: PublicId("job", { description: "Id of the job" }),
    kind: OneOf(jobKinds, { description: "What the job works on" }),
    external_id: Type.String({
      description:
        "The provider's id; of a season the series' id and the number; of a trending job the list or all; of a reading of changes the kind; of a find the id of another site",
      examples: ["603", "1399:1", "movie:day", "imdb:tt0133093"],
    }),
    status: OneOf(jobStatuses, {
      description: "The state of the current or latest run",
      examples: ["succeeded"],
    }),
    run: WholeNumber({
      description: "Counts the requests that led to a run of this record",
      examples: [1],
    }),
    attempts: WholeNumber({ description: "Attempts of this run so far", examples: [1] }),
    max_attempts: WholeNumber({
      description: "Attempts after which the run fails",
      examples: [5],
    }),
    params: Type.Object(
      {
        include_seasons: Type.Optional(
          Type.Boolean({ description: "Of a series: also ingest every season afterwards" }),
        ),
      },
      { description: "The parameters of the request" },
    ),
    progress: Type.Object(
      {
        done: WholeNumber({ description: "Steps done", examples: [1] }),
        total: WholeNumber({ description: "All steps; 0 until they are known", examples: [1] }),
      },
      { description: "The progress of the latest attempt" },
    ),
    result: Nullable(Result, { description: "null until the run has succeeded" }),
    error: Nullable(Failure, {
      description: "Why the latest attempt failed; null when it did not",
      examples: [null],
    }),
    parent_id: Nullable(PublicId("job"), {
      description: "Id of the job that requested this one; null when no job did",
      examples: [null],
    }),
    children: Type.Object(
      {
        total: WholeNumber({ description: "Canceled ones included", examples: [0] }),
        queued: childCount("queued"),
        running: childCount("running"),
        succeeded: childCount("succeeded"),
        failed: childCount("failed"),
      },
      { description: "How many jobs this one requested" },
    ),
    created_at: Timestamp({ description: "When the job was requested first" }),
    started_at: Nullable(Timestamp(), {
      description: "When the latest attempt of this run started; null before the first",
    }),
    finished_at: Nullable(Timestamp(), {
      description: "When the run ended; null while it is queued or running",
    }),
    next_attempt_at: Nullable(Timestamp(), {
      description: "When the job is due; null unless it is queued",
      examples: [null],
    }),
    updated_at: Timestamp({ description: "When the job last changed" }),
  },
  { $id: "Job", description: "A job of the queue" },
);

export const JobPage = Page(
  Job,
  {},
  { $id: "JobPage", description: "A page of the jobs, newest first" },
);

const oneExternalId =
  "([1-9][0-9]{0,9}(:[0-9]{1,4})?|all|(movie|series):(day|week)|movie|series|person|(imdb|tvdb|wikidata):[A-Za-z0-9]{1,13})";

/** Some of a list of words; one of them alone is documented as a choice. */
const Some = <const Words extends readonly string[]>(words: Words, options: FieldOptions) => {
  const several = { pattern: `^(${words.join("|")})(,(${words.join("|")}))+$` };
  return WordList<Words[number]>(words, {
    ...options,
    documented: { anyOf: [{ enum: [...words] }, several] },
  });
};

/** The parameters of the list of jobs. */
export const JobQuery = Type.Object({
  status: Type.Optional(
    Some(jobStatuses, {
      filter: true,
      description: "Only jobs in this state, or in one of several, separated by commas",
      examples: ["queued,running"],
    }),
  ),
  kind: Type.Optional(
    Some(jobKinds, {
      description: "Only jobs of this kind, or of one of several, separated by commas",
      examples: ["movie,series"],
    }),
  ),
  external_id: Type.Optional(
    Type.String({
      pattern: `^${oneExternalId}(,${oneExternalId}){0,49}$`,
      description:
        "Only jobs with this external_id, as jobs show it, or with one of up to 50, separated by commas",
      expected:
        "a provider's id, a season such as 1399:1, all, a list such as movie:day, a kind such as movie, or an id of another site such as imdb:tt0133093; up to 50 of them, separated by commas",
      examples: ["603", "603,1399:1"],
    }),
  ),
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
});
export type JobQuery = Static<typeof JobQuery>;
