import {
  type ArrayOptions,
  Kind,
  type ObjectOptions,
  type SchemaOptions,
  type Static,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** Keywords of this project, which TypeBox keeps and ignores. */
export type FieldOptions = SchemaOptions & {
  /** Completes "must be …" in the message of an error. */
  expected?: string;
  /** The accepted values, where the schema does not list them. */
  allowed?: readonly string[];
  /**
   * JSON Schema keywords for the OpenAPI document only: responses need no regular expression per field
   * at run time.
   */
  documented?: object;
  /** Another name that the parameter of a query may be given by. */
  alias?: string;
  /** A filter of a listing: a problem with it has the code `invalid_filter`. */
  filter?: boolean;
};

type Bounds = { minimum: number; maximum: number };
const strictInteger = /^[0-9]{1,9}$/;

function toInteger(value: unknown): number {
  if (typeof value === "string") return strictInteger.test(value) ? Number(value) : Number.NaN;
  return typeof value === "number" ? value : Number.NaN;
}

TypeRegistry.Set<Bounds>("QueryInt", ({ minimum, maximum }, value) => {
  const number = toInteger(value);
  return Number.isInteger(number) && number >= minimum && number <= maximum;
});

TypeRegistry.Set<{ enum: readonly unknown[] }>("OneOf", ({ enum: words }, value) =>
  words.includes(value),
);

/** One of a list of words, spelled exactly. Without a default an absent value stays absent. */
export const OneOf = <const Words extends readonly string[]>(
  words: Words,
  options: FieldOptions & { default?: Words[number] } = {},
) => Type.Unsafe<Words[number]>({ ...options, [Kind]: "OneOf", type: "string", enum: [...words] });

/**
 * A whole number in a query string: one to nine decimal digits, so that `1e3`, `0x10`, `+1` and `1.0`
 * are refused. Decodes to a number; with a default it may be absent.
 */
export const QueryInt = (options: Bounds & FieldOptions & { default?: number }) =>
  Type.Transform(Type.Unsafe<number>({ ...options, [Kind]: "QueryInt", type: "integer" }))
    .Decode(Number)
    .Encode((value) => value);

TypeRegistry.Set<{ allowed: readonly string[] }>(
  "WordList",
  ({ allowed }, value) =>
    typeof value === "string" && value.split(",").every((word) => allowed.includes(word)),
);

/** Some of a list of words in a query string, separated by commas; decodes to the list. */
export const WordList = <Word extends string>(words: readonly Word[], options: FieldOptions) =>
  Type.Transform(
    Type.Unsafe<Word[]>({
      documented: { pattern: `^(${words.join("|")})(,(${words.join("|")}))*$` },
      ...options,
      [Kind]: "WordList",
      type: "string",
      allowed: words,
      expected: `one or several of ${words.join(", ")}, separated by commas`,
    }),
  )
    .Decode((text) => String(text).split(",") as Word[])
    .Encode((list) => list);

const decimal = /^[0-9]{1,9}(\.[0-9]{1,9})?$/;

TypeRegistry.Set<{ minimum: number }>("QueryNumber", ({ minimum }, value) => {
  const number = typeof value === "string" && !decimal.test(value) ? Number.NaN : Number(value);
  return number >= minimum;
});

/** A number in a query string: decimal digits, with a point where needed. Decodes to a number. */
export const QueryNumber = (options: { minimum: number } & FieldOptions) =>
  Type.Transform(Type.Unsafe<number>({ ...options, [Kind]: "QueryNumber", type: "number" }))
    .Decode(Number)
    .Encode((value) => value);

/** A whole number in a JSON body or a response: `"5"` and `5.5` are refused. */
export const WholeNumber = Type.Integer;

/** A time as RFC 3339 in UTC with milliseconds, as `timestamp()` of db/sql.ts prints it. */
export const Timestamp = (options: FieldOptions = {}) =>
  Type.String({
    documented: { format: "date-time" },
    examples: ["2026-11-20T06:00:04.120Z"],
    ...options,
  });

/** A day: `2024-05-17`. Only for responses; a date in a request needs validation. */
export const CalendarDate = (options: FieldOptions = {}) =>
  Type.String({ documented: { format: "date" }, examples: ["2024-05-17"], ...options });

/** The value or null: unknown data is null, never a missing key. */
export const Nullable = <Schema extends TSchema>(schema: Schema, options: FieldOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * A list of at most `most` items in a response. The query that fills the list keeps the bound; only the
 * OpenAPI document carries it.
 */
export const ListOf = <Item extends TSchema>(item: Item, most: number, options?: ArrayOptions) =>
  Type.Array(item, { ...options, documented: { maxItems: most } });

/**
 * A request body that refuses unknown fields with 422. Elysia alone removes them; closed-body.ts
 * compares the names before that.
 */
export const ClosedObject = <Properties extends TProperties>(
  properties: Properties,
  options: ObjectOptions = {},
) =>
  Type.Object(properties, {
    ...options,
    additionalProperties: false,
    documented: { ...options.documented, additionalProperties: false },
  });

export type { Static };
