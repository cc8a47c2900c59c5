import { Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import {
  Nullable,
  OneOf,
  QueryInt,
  QueryNumber,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { importKinds, importStatuses, jobErrorCodes, jobKinds } from "~/vocabulary";

const InvalidLine = Type.Object({
  line: WholeNumber({ description: "Number of the line, from 1", examples: [17] }),
  text: Type.String({ description: "How the line starts", examples: ["The Matrix"] }),
});

const Failure = Type.Object({
  kind: OneOf(jobKinds, { description: "The kind of its job" }),
  external_id: Type.String({ description: "The external_id of its job", examples: ["603"] }),
  code: OneOf([...jobErrorCodes, "canceled"], {
    description: "The error code of its job, or canceled",
    examples: ["provider_not_found"],
  }),
});

const count = (description: string, example: number) =>
  WholeNumber({ description, examples: [example] });

export const Import = Type.Object(
  {
    id: PublicId("import", { description: "Id of the import" }),
    kind: OneOf(importKinds, { description: "What the ids of the provider in it name" }),
    source: Type.String({
      description: "Where the file came from",
      examples: ["movie_ids_11_20_2026.json.gz"],
    }),
    total: count("Lines of the file that are not blank; the next six add up to it", 20_000),
    skipped: count(
      "Left out: repeated, not asked for, in the catalog already, in another import, or canceled",
      12,
    ),
    invalid: count("Lines that name nothing", 0),
    pending: count("Entries that wait for their job", 9_000),
    enqueued: count("Entries whose job has not ended", 10_000),
    succeeded: count("Entries whose job succeeded", 986),
    failed: count("Entries whose job failed or was canceled", 2),
    created_at: Timestamp({ description: "When the file was read" }),
    finished_at: Nullable(Timestamp(), {
      description: "When the last of its jobs ended; null before",
      examples: [null],
    }),
    eta_seconds: Nullable(WholeNumber(), {
      description:
        "Seconds until it is finished at its present rate; null when that is unknown, while it is paused, and when it is finished",
      examples: [963],
    }),
    status: OneOf(importStatuses, { description: "The state of the import" }),
    invalid_lines: Type.Array(InvalidLine, {
      description: "The first 10 lines that name nothing",
      examples: [[]],
    }),
    failures: Type.Array(Failure, { description: "The first 20 entries that failed" }),
  },
  { $id: "Import", description: "A file of ids, and how far it has been fetched" },
);

export const ImportPage = Page(
  Import,
  {},
  { $id: "ImportPage", description: "A page of the imports, newest first" },
);

export const ImportsQuery = Type.Object(pageQuery({ page_size: 20, maximum: largestPage.full }));

const flag = (description: string) => OneOf(["true", "false"], { default: "false", description });

/** The parameters of a new import; its file is the body. */
export const ImportQuery = Type.Object({
  kind: Type.Optional(
    OneOf(importKinds, {
      description: "What the ids name; by default what the keys of the file tell, else movie",
    }),
  ),
  top: Type.Optional(
    QueryInt({
      minimum: 1,
      maximum: 999_999_999,
      description: "Only so many entries: the most popular, or the first ones",
    }),
  ),
  min_popularity: Type.Optional(
    QueryNumber({ minimum: 0, description: "Only entries that are at least so popular" }),
  ),
  include_adult: flag("Also entries that the file marks as adult"),
  include_seasons: flag("With series: also every season"),
  again: flag("Also what is in the catalog already"),
});
