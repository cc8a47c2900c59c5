import fc, { type Arbitrary } from "fast-check";
import type { Judge } from "./judge";
import type { Operation, Parameter } from "./operations";
import { fitting, type Hands, hostile, tellingJson, texts } from "./values";

/** A request of the fuzzer; `valid` when it keeps to all the document says. */
export type Fuzzed = {
  operation: Operation;
  valid: boolean;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** As a report shows it. */
  [fc.toStringMethod]: () => string;
};

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
  const isSaid = (query: object, name: string) =>
    inQuery.some((each) => each.name === name && (each["x-alias-of"] ?? "") in query);
  const isThere = (query: object, name: string) =>
    inQuery.some((each) => each.name in query && [each.name, each["x-alias-of"]].includes(name));
  /** Whether a list has a word in it that needs a parameter which is not there. */
  const isShort = (query: object, name: string, list: string) =>
    Object.entries(inQuery.find((each) => each.name === name)?.schema["x-needs"] ?? {}).some(
      ([word, needed]) => list.includes(word) && !isThere(query, needed),
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
      query: Object.entries(query)
        .filter(([name, value]) => !isSaid(query, name) && !isShort(query, name, value))
        .map(([name, value]) => `${name}=${value}`),
    }));
}

/** The request in few words: a failure repeats it, so that neither keys nor long bodies are in it. */
function shown({ method, path, headers, body = "" }: Omit<Fuzzed, typeof fc.toStringMethod>) {
  const names = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 40)}`);
  return `${method} ${path.slice(0, 300)} {${names.join("; ")}} ${body.slice(0, 200)}`;
}

const told = (request: Omit<Fuzzed, typeof fc.toStringMethod>): Fuzzed => ({
  ...request,
  [fc.toStringMethod]: () => shown(request),
});

const typeOf = ({ body, file }: Operation): Record<string, string> => {
  if (file !== undefined) return { "content-type": "text/plain" };
  return body === undefined ? {} : { "content-type": "application/json" };
};

const target = ({ path, query }: Chosen) =>
  query.length === 0 ? path : `${path}?${query.join("&")}`;

/** Requests that keep to the document; the key of the operation's scheme is always there. */
export function validRequest(operation: Operation, judge: Judge, hands: Hands): Arbitrary<Fuzzed> {
  const chosen = parametersOf(operation, ({ name, schema }) =>
    name.endsWith("_number")
      ? fc.integer({ min: 0, max: 12 }).map(String)
      : (texts[name] ?? fitting(schema, judge, hands)).map(encoded),
  );
  const json =
    operation.body === undefined ? fc.constant(undefined) : fitting(operation.body, judge, hands);
  return fc.tuple(chosen, json).map(([parts, value]) =>
    told({
      operation,
      valid: true,
      method: operation.method,
      path: target(parts),
      headers: { ...hands.keys[operation.scheme ?? ""], ...typeOf(operation) },
      body: operation.file ?? (value === undefined ? undefined : JSON.stringify(value)),
    }),
  );
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
  tellingJson,
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

const mark = "0123456789";

/** A part of a fitting body, at any depth, replaced; or a field of it dropped or added. */
const bentBody = (fits: Arbitrary<unknown>) =>
  fc
    .tuple(
      fits,
      fc.oneof(fc.json({ maxDepth: 2 }), tellingJson),
      fc.nat({ max: 9 }),
      fc.nat({ max: 3 }),
    )
    .map(([value, other, at, depth]) =>
      JSON.stringify(bent(value, at, depth)).replace(`"${mark}"`, () => other),
    );

function bent(value: unknown, at: number, depth: number): unknown {
  if (typeof value !== "object" || value === null) return mark;
  if (Array.isArray(value)) {
    return value.length === 0 ? [mark] : value.with(0, bent(value[0], at, depth - 1));
  }
  const names = Object.keys(value);
  const name = at < 2 ? "is_admin" : (names[at % Math.max(1, names.length)] ?? "id");
  const part = depth === 0 ? mark : bent((value as Record<string, unknown>)[name], at, depth - 1);
  return { ...value, [name]: at === 9 ? undefined : part };
}

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
    .map(([{ path, query }, more, sent, type, headers, keys]) =>
      told({
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
      }),
    );
}
