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

/**
 * Keywords of our own, which TypeBox carries and ignores: `expected` completes the sentence "must be …"
 * in a refusal, `allowed` lists its words where the schema does not; `documented` holds JSON Schema keywords for the OpenAPI document only, so
 * that a response is not searched with a regular expression per field at run time.
 */
export type FieldOptions = SchemaOptions & {
  expected?: string;
  allowed?: readonly string[];
  documented?: object;
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

/** One word of a closed list, spelled exactly. An absent value stays absent unless a default is given. */
export const OneOf = <const Words extends readonly string[]>(
  words: Words,
  options: FieldOptions & { default?: Words[number] } = {},
) => Type.Unsafe<Words[number]>({ ...options, [Kind]: "OneOf", type: "string", enum: [...words] });

/**
 * A whole number in a query string: one to nine decimal digits and nothing else, so `1e3`, `0x10`,
 * `+1` and `1.0` are refused (RELIABILITY T9). Decodes to a number; with a default it may be absent.
 */
export const QueryInt = (options: Bounds & FieldOptions & { default?: number }) =>
  Type.Transform(Type.Unsafe<number>({ ...options, [Kind]: "QueryInt", type: "integer" }))
    .Decode(Number)
    .Encode((value) => value);

/** A whole number in a JSON body or a response: `"5"` and `5.5` are refused. */
export const WholeNumber = Type.Integer;

/** A moment, RFC 3339 in UTC with milliseconds, as `timestamp()` of db/sql.ts prints it. */
export const Timestamp = (options: FieldOptions = {}) =>
  Type.String({
    documented: { format: "date-time" },
    examples: ["2026-11-20T06:00:04.120Z"],
    ...options,
  });

/** A day without a time: `2024-05-17`. For responses; a request's date needs a check of its own. */
export const CalendarDate = (options: FieldOptions = {}) =>
  Type.String({ documented: { format: "date" }, examples: ["2024-05-17"], ...options });

/** The value or null: absent data is null, never a missing key (M18). */
export const Nullable = <Schema extends TSchema>(schema: Schema, options: FieldOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/**
 * A list of at most `most` items in a response. Only the OpenAPI document carries the bound: it is kept
 * by the query that fills the list.
 */
export const ListOf = <Item extends TSchema>(item: Item, most: number, options?: ArrayOptions) =>
  Type.Array(item, { ...options, documented: { maxItems: most } });

/**
 * A request body that refuses fields it does not know with 422. Elysia alone would strip them without
 * a word; src/http/query.ts compares the keys before that happens.
 */
export const ClosedObject = <Properties extends TProperties>(
  properties: Properties,
  options: ObjectOptions = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

export type { Static };
