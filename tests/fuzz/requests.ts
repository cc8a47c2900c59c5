import fc, { type Arbitrary } from "fast-check";
import type { Operation, Parameter, Schema } from "./operations";
import type { Judge } from "./schema";

/** A request of the fuzzer; `valid` when it keeps to all the document says. */
export type Fuzzed = {
  operation: Operation;
  valid: boolean;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

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

/** Values that have broken services before (RELIABILITY, section 3), written into a URL as they stand. */
const hostile = [
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

const idKind = ({ pattern }: Schema): string | undefined =>
  /^\^([a-z]+)_\[0-9a-f\]\{32\}\$$/.exec(pattern ?? "")?.[1];

function validText(schema: Schema, { ids }: Hands): Arbitrary<string> {
  const kind = idKind(schema);
  if (kind !== undefined) {
    const known = ids[kind] ?? [];
    const unknown = digits.map((value) => `${kind}_${value}`);
    return known.length === 0
      ? unknown
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, unknown);
  }
  if (schema.pattern === "^[A-Za-z]{2}$") return fc.constantFrom("US", "de", "ZZ");
  if (schema.pattern === "^[1-9][0-9]{0,9}$")
    return fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String);
  return text;
}

/** Values that fit a schema. */
function fitting(given: Schema, judge: Judge, hands: Hands): Arbitrary<unknown> {
  const schema = judge.resolve(given);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((variant) => fitting(variant, judge, hands)));
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { type } = schema;
  if (type === "integer")
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 });
  if (type === "number") {
    return fc
      .integer({ min: (schema.minimum ?? 0) * 4, max: (schema.maximum ?? 10) * 4 })
      .map((n) => n / 4);
  }
  if (type === "boolean") return fc.boolean();
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return fc.record(
      Object.fromEntries(fields.map(([name, field]) => [name, fitting(field, judge, hands)])),
      { requiredKeys: schema.required ?? [] },
    );
  }
  return validText(schema, hands);
}

type Chosen = { path: string; query: string[] };

const encoded = (value: unknown) => encodeURIComponent(String(value));

function parametersOf(
  operation: Operation,
  textOf: (parameter: Parameter) => Arbitrary<string>,
): Arbitrary<Chosen> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const record = (parameters: Parameter[], requiredKeys: string[]) =>
    fc.record(
      Object.fromEntries(parameters.map((parameter) => [parameter.name, textOf(parameter)])),
      { requiredKeys },
    );
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  return fc
    .tuple(
      record(
        inPath,
        inPath.map(({ name }) => name),
      ),
      record(inQuery, required),
    )
    .map(([path, query]) => ({
      path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ""),
      query: Object.entries(query).map(([name, value]) => `${name}=${value}`),
    }));
}

const json = { "content-type": "application/json" };

const target = ({ path, query }: Chosen) =>
  query.length === 0 ? path : `${path}?${query.join("&")}`;

/** Requests that keep to the document; the key of the operation's scheme is always there. */
export function validRequest(operation: Operation, judge: Judge, hands: Hands): Arbitrary<Fuzzed> {
  const chosen = parametersOf(operation, ({ name, schema }) =>
    name.endsWith("_number")
      ? fc.integer({ min: 0, max: 12 }).map(String)
      : fitting(schema, judge, hands).map(encoded),
  );
  const body =
    operation.body === undefined ? fc.constant(undefined) : fitting(operation.body, judge, hands);
  return fc.tuple(chosen, body).map(([parts, value]) => ({
    operation,
    valid: true,
    method: operation.method,
    path: target(parts),
    headers: { ...hands.keys[operation.scheme ?? ""], ...(value === undefined ? {} : json) },
    body: value === undefined ? undefined : JSON.stringify(value),
  }));
}

const bodies = fc.oneof(
  fc.constantFrom(
    "",
    "null",
    "[]",
    '"x"',
    "{",
    "{}",
    "[".repeat(7_000),
    '{"a":1}x',
    "\ufeff{}",
    "NaN",
    '{"__proto__":{}}',
  ),
  fc.json(),
  fc.string({ maxLength: 100 }),
  fc.constant("x".repeat(70_000)),
);

const types = fc.constantFrom(
  "application/json",
  "application/json",
  "text/plain",
  "multipart/form-data",
  "application/xml",
  "",
);

const strangeHeaders = fc.constantFrom<Record<string, string>[]>(
  {},
  { "x-http-method-override": "DELETE" },
  { "if-none-match": "*" },
  { "if-none-match": '"x", W/"y"' },
  { "accept-encoding": "zstd, gzip;q=0" },
  { accept: "text/html" },
  { range: "bytes=0-1" },
  { expect: "nothing" },
  { cookie: "a=b; a=c" },
  { origin: "https://evil.test" },
  { "x-forwarded-for": "::1, ,,," },
);

const strangeKeys = (hands: Hands, scheme: string | undefined) =>
  fc.constantFrom<Record<string, string>[]>(
    hands.keys[scheme ?? ""] ?? {},
    hands.keys[scheme ?? ""] ?? {},
    {},
    ...Object.values(hands.keys),
    { authorization: "Bearer" },
    { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    { authorization: "Basic YTpi" },
  );

/** One field of a fitting body replaced, dropped or added. */
const bentBody = (fits: Arbitrary<unknown>) =>
  fc.tuple(fits, fc.jsonValue({ maxDepth: 2 }), fc.nat({ max: 9 })).map(([value, other, at]) => {
    if (typeof value !== "object" || value === null) return JSON.stringify(other);
    const names = Object.keys(value);
    const name = at < 2 ? "is_admin" : (names[at % Math.max(1, names.length)] ?? "id");
    return JSON.stringify({ ...value, [name]: at === 9 ? undefined : other });
  });

/** Requests that break the document in one way or several. */
export function strangeRequest(
  operation: Operation,
  judge: Judge,
  hands: Hands,
): Arbitrary<Fuzzed> {
  const value = ({ schema }: Parameter) =>
    fc.oneof(
      fitting(schema, judge, hands).map(encoded),
      fc.constantFrom(...hostile),
      fc
        .string({ unit: "binary", maxLength: 12 })
        .filter((given) => given.isWellFormed())
        .map(encoded),
    );
  const extra = fc.constantFrom(
    [],
    ["page=1", "page=2"],
    ["x[]=1"],
    ["%ff=1"],
    ["a%0d%0ab=1"],
    ["__proto__=1"],
    ["&&=&"],
  );
  const sendable = operation.method !== "GET";
  const body =
    operation.body === undefined
      ? bodies
      : fc.oneof(bentBody(fitting(operation.body, judge, hands)), bodies);
  return fc
    .tuple(
      parametersOf(operation, value),
      extra,
      sendable ? body : fc.constant(undefined),
      types,
      strangeHeaders,
      strangeKeys(hands, operation.scheme),
    )
    .map(([{ path, query }, more, sent, type, headers, keys]) => ({
      operation,
      valid: false,
      method: operation.method,
      path: target({ path, query: [...query, ...more] }),
      headers: {
        ...headers,
        ...keys,
        ...(sent === undefined || type === "" ? {} : { "content-type": type }),
      },
      body: sent,
    }));
}
