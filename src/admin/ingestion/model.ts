import { type Static, Type } from "@sinclair/typebox";
import { EnqueuedJob } from "~/admin/jobs/enqueued";
import { EXTERNAL_ID_DIGITS, EXTERNAL_ID_MAX, SEASON_NUMBER_MAX } from "~/bounds";
import { ClosedObject, OneOf } from "~/http/request/fields";
import { IdInput } from "~/http/request/public-id";
import { findSources } from "~/provider/find";
import { titleKinds, trendingWindows } from "~/vocabulary";

/** A provider's id: a positive integer, or its digits without leading zeros. */
const ExternalId = (example = 603) =>
  Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: EXTERNAL_ID_MAX }),
      Type.String({
        pattern: "^[1-9][0-9]{0,9}$",
        maxLength: 10,
        documented: { pattern: `^${EXTERNAL_ID_DIGITS}$` },
      }),
    ],
    {
      description: `The provider's id: a positive integer up to ${EXTERNAL_ID_MAX}`,
      expected: `a whole number from 1 to ${EXTERNAL_ID_MAX}`,
      examples: [example],
    },
  );

const SeasonNumber = () =>
  Type.Integer({
    minimum: 0,
    maximum: SEASON_NUMBER_MAX,
    description: "Number of the season; 0 holds the specials",
    expected: `a whole number from 0 to ${SEASON_NUMBER_MAX}`,
    examples: [5],
  });

export const EntityRequest = ClosedObject(
  { external_id: ExternalId() },
  { $id: "EntityRequest", description: "The movie, collection or person to ingest" },
);

export const SeriesRequest = ClosedObject(
  {
    external_id: ExternalId(1396),
    include_seasons: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Also ingest every season afterwards",
        examples: [true],
      }),
    ),
  },
  { $id: "SeriesRequest", description: "The series to ingest" },
);

export const SeasonRequest = Type.Union(
  [
    ClosedObject({ series_external_id: ExternalId(1396), season_number: SeasonNumber() }),
    ClosedObject({
      series_id: IdInput("series", { description: "Id of the series in this catalog" }),
      season_number: SeasonNumber(),
    }),
    ClosedObject({
      external_id: Type.String({
        pattern: "^[1-9][0-9]{0,9}:(0|[1-9][0-9]{0,3})$",
        documented: { pattern: `^${EXTERNAL_ID_DIGITS}:(0|[1-9][0-9]{0,3})$` },
        description:
          "The provider's id of the series and the number of the season, as jobs show it",
        expected: "the series' id and the season's number, such as 1399:1",
        examples: ["1396:5"],
      }),
    }),
  ],
  {
    $id: "SeasonRequest",
    description: "The season to ingest, by either id of its series, or by both numbers in one",
  },
);
export type SeasonRequest = Static<typeof SeasonRequest>;

export const TrendingRequest = Type.Optional(
  ClosedObject(
    {
      kind: Type.Optional(OneOf(titleKinds, { description: "The titles of the list" })),
      window: Type.Optional(OneOf(trendingWindows, { description: "The period of the list" })),
    },
    {
      $id: "TrendingRequest",
      description: "The trending list to refresh; without fields all four",
      documented: { dependentRequired: { kind: ["window"], window: ["kind"] } },
    },
  ),
);

const findPattern = "(imdb:(tt|nm)[0-9]{7,10}|tvdb:[1-9][0-9]{0,9}|wikidata:Q[1-9][0-9]{0,11})";

export const FindRequest = ClosedObject(
  {
    source: OneOf(findSources, { description: "The site whose id it is", examples: ["imdb"] }),
    value: Type.String({
      minLength: 1,
      maxLength: 13,
      documented: { pattern: "^((tt|nm)[0-9]{7,10}|[1-9][0-9]{0,9}|Q[1-9][0-9]{0,11})$" },
      description:
        "The id there: tt0133093 or nm0000206 of IMDb, 121361 of TheTVDB, Q83495 of Wikidata",
      examples: ["tt0133093"],
    }),
  },
  {
    $id: "FindRequest",
    description: "An id of another site",
  },
);

const batchKinds = ["movie", "series", "season", "collection", "person", "find"] as const;

const onlyOfSeries = {
  if: { properties: { include_seasons: {} }, required: ["include_seasons"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { kind: { const: "series" } } },
};
const twoNumbers = { type: "string", pattern: ":" };
const seasonsHaveTwoNumbers = {
  if: { properties: { kind: { enum: ["season", "find"] } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { external_id: twoNumbers } },
  else: { properties: { external_id: { not: twoNumbers } } },
};
const findsHaveReferences = {
  if: { properties: { kind: { const: "find" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { external_id: { type: "string", pattern: "^[a-z]" } } },
  else: { properties: { external_id: { not: { type: "string", pattern: "^[a-z]" } } } },
};

export const BatchItem = ClosedObject(
  {
    kind: OneOf(batchKinds, { description: "What to ingest", examples: ["series"] }),
    external_id: Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: EXTERNAL_ID_MAX }),
        Type.String({
          pattern: `^([1-9][0-9]{0,9}(:(0|[1-9][0-9]{0,3}))?|${findPattern})$`,
          maxLength: 22,
          documented: {
            pattern: `^(${EXTERNAL_ID_DIGITS}(:(0|[1-9][0-9]{0,3}))?|${findPattern.replace("[1-9][0-9]{0,9}", EXTERNAL_ID_DIGITS)})$`,
          },
        }),
      ],
      {
        description:
          "The provider's id; for a season the id of the series and the number of the season: 1399:1; for a find an id of another site: imdb:tt0133093",
        expected: `a whole number from 1 to ${EXTERNAL_ID_MAX}, for a season such as 1399:1, or for a find such as imdb:tt0133093`,
        examples: [1396],
      },
    ),
    include_seasons: Type.Optional(
      Type.Boolean({
        description: "For a series: also ingest every season afterwards",
        examples: [true],
      }),
    ),
  },
  {
    $id: "BatchItem",
    description: "One thing to ingest",
    documented: { allOf: [onlyOfSeries, seasonsHaveTwoNumbers, findsHaveReferences] },
  },
);
export type BatchItem = Static<typeof BatchItem>;

export const BatchRequest = ClosedObject(
  {
    items: Type.Array(BatchItem, {
      minItems: 1,
      maxItems: 500,
      description: "What to ingest; an item that is repeated is ingested once",
      expected: "a list of 1 to 500 items",
    }),
  },
  { $id: "BatchRequest", description: "Up to 500 things to ingest" },
);

export const EnqueuedBatch = Type.Object(
  {
    results: Type.Array(EnqueuedJob, { description: "One job for each item, in the same order" }),
  },
  { $id: "EnqueuedBatch", description: "The jobs of a batch" },
);
