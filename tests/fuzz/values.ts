import fc, { type Arbitrary } from "fast-check";
import type { Judge } from "./judge";
import type { Schema } from "./operations";

/** What a fuzzer has at hand: ids that exist by kind, and headers that open a scheme. */
export type Hands = { ids: Record<string, string[]>; keys: Record<string, Record<string, string>> };

const digits = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 32,
  maxLength: 32,
});
const word = fc.string({
  unit: fc.constantFrom(..."abcdefgh ÄéßñЖ漢'%_\\-"),
  minLength: 1,
  maxLength: 20,
});
const text = word.map((value) => `x${value}`);

/** Values that have broken other services, as they stand in a URL. */
export const hostile = [
  ..."0,-1,1.5,1e3,0x10,%2B1,%201,1%00,%D9%A1,NaN,Infinity,1_0,null,9007199254740993".split(","),
  ..."999999999999999999999,1000001,51,201,abc,%,%ZZ,%ff%fe,%ED%A0%80,%00,bogus,2024-01".split(","),
  ..."1869,2201,99,USA,U1,%EF%BC%B5%EF%BC%B3,month,DAY%20,__proto__,toString,constructor".split(
    ",",
  ),
  ..."..%2f..%2fetc,a%2Fb,{},%E2%80%AEx,%F0%9F%98%80,true,[],%C2%A0,%0d%0aX:y,%22%27,genre_".split(
    ",",
  ),
  "id;drop%20table%20movies",
  "%27%20or%201=1--",
  "popularity.sideways",
  "movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80",
  "genre_01980000000070008000000000000099",
  "x".repeat(4_096),
];

/** Names that mean something to a program which turns a value into text, compares or copies it. */
const tellingNames = [
  ..."toString valueOf toJSON toLocaleString constructor prototype __proto__ hasOwnProperty".split(
    " ",
  ),
  ..."then length Symbol(Symbol.toPrimitive) @@toPrimitive Symbol.toStringTag".split(" "),
];

/** A value of JSON with such names at any depth, as its text: an object literal would lose some. */
export const tellingJson: Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("1", "null", '"x"', "{}", "[]"),
    fc
      .tuple(fc.constantFrom(...tellingNames), tie("value"))
      .map(([name, value]) => `{${JSON.stringify(name)}:${value}}`),
    tie("value").map((value) => `[${value}]`),
  ),
})).value;

const idKind = ({ pattern }: Schema): string | undefined =>
  /^\^\(?([a-z]+)_\[0-9a-f\]\{32\}/.exec(pattern ?? "")?.[1];

/** Texts of a pattern; what it says in `(?!…)` at its beginning is no instruction for making them. */
function matching(pattern: string): Arbitrary<string> {
  const whole = new RegExp(pattern, "u");
  const refusal = /^\^\(\?!(?:[^()]|\([^()]*\))*\)/;
  const made = fc.stringMatching(new RegExp(pattern.replace(refusal, "^"), "u"));
  return refusal.test(pattern) ? made.filter((each) => whole.test(each)) : made;
}

function validText(schema: Schema, { ids }: Hands): Arbitrary<string> {
  const kind = idKind(schema);
  if (kind !== undefined) {
    const known = ids[kind] ?? [];
    const digitsOnly = digits.map((value) => `${kind}_${value}`);
    const { pattern = "" } = schema;
    const unknown = pattern.includes("|")
      ? fc.oneof(digitsOnly, fc.stringMatching(new RegExp(pattern, "u")))
      : digitsOnly;
    return known.length === 0
      ? unknown
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, unknown);
  }
  if (schema.pattern !== undefined) return matching(schema.pattern);
  return text;
}

const providerId = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String);

/** Of these fields a schema does not say everything. */
export const texts: Record<string, Arbitrary<string>> = {
  series_external_id: providerId,
  email: fc.nat({ max: 1_000_000 }).map((n) => `Reader.${n}@example.org`),
  password: word.map((value) => `four sparrows ${value}`),
  display_name: text,
};

type Fitting = (schema: Schema, judge: Judge, hands: Hands) => Arbitrary<unknown>;

const byType: Record<string, Fitting> = {
  integer: ({ minimum = 0, maximum = 100 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = 0, maximum = 10 }) =>
    fc.integer({ min: minimum * 4, max: maximum * 4 }).map((quarters) => quarters / 4),
  boolean: () => fc.boolean(),
  object: fittingObject,
  array: ({ items = {}, minItems = 0, maxItems = 3 }, judge, hands) =>
    fc.array(fitting(items, judge, hands), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(3, maxItems)),
    }),
};

/** Values that fit a schema. */
export function fitting(given: Schema, judge: Judge, hands: Hands): Arbitrary<unknown> {
  const schema = judge.resolve(given);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((variant) => fitting(variant, judge, hands)));
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const make = typeof schema.type === "string" ? byType[schema.type] : undefined;
  return make?.(schema, judge, hands) ?? validText(schema, hands);
}

function fittingObject(schema: Schema, judge: Judge, hands: Hands): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    texts[name] ?? fitting(field, judge, hands),
  ]);
  const { required = [], dependentRequired = {} } = schema;
  const requiredKeys = required as never[];
  const whole = (value: object) =>
    Object.entries(dependentRequired).every(
      ([name, others]) => !(name in value) || others.every((other) => other in value),
    );
  return fc.record(Object.fromEntries(fields), { requiredKeys }).filter(whole);
}
