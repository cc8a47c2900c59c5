import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createClient } from "../../client/src/index";
import { type Answered, Judge } from "../fuzz/judge";
import { type Operation, operationsOf, type Schema } from "../fuzz/operations";
import { fuzzedService } from "../fuzz/service";
import { adminToken } from "../support/service";

setDefaultTimeout(60_000);

let service: Awaited<ReturnType<typeof fuzzedService>>;
beforeAll(async () => {
  service = await fuzzedService();
});
afterAll(() => service[Symbol.asyncDispose]());

const isStream = (type: string | null) => type?.startsWith("text/event-stream") === true;

/** Sends a request and keeps what came back, as it came. */
function recorder() {
  const answers: Answered[] = [];
  const send = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    const type = response.headers.get("content-type");
    const text = isStream(type) ? "…" : await response.clone().text();
    answers.push({ status: response.status, type, text });
    return response;
  };
  return { send, last: () => answers.at(-1) };
}

const kinds: Record<string, string> = { series: "series", people: "person", companies: "company" };

/** The id of a record that is there, by the segment before it or by its own name. */
function idFor(path: string, name: string): string {
  const [, before = ""] = new RegExp(`([^/]+)/\\{${name}\\}`).exec(path) ?? [];
  const kind = name === "id" ? (kinds[before] ?? before.replace(/s$/, "")) : name.slice(0, -3);
  return service.ids[kind]?.[0] ?? `${kind}_${"0".repeat(32)}`;
}

function pathParameters({ path, parameters }: Operation): Record<string, string> {
  const inPath = parameters.filter((each) => each.in === "path");
  const textFor = (name: string, schema: Schema) => {
    if (/id$/.test(name)) return idFor(path, name);
    return String(schema.examples?.[0] ?? schema.enum?.[0] ?? 1);
  };
  return Object.fromEntries(inPath.map(({ name, schema }) => [name, textFor(name, schema)]));
}

function query({ parameters }: Operation): Record<string, string> {
  const needed = parameters.filter((each) => each.in === "query" && each.required);
  return Object.fromEntries(
    needed.map(({ name, schema }) => [name, String(schema.examples?.[0] ?? "")]),
  );
}

type Init = Record<string, unknown>;
type Called = Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The body of a file is sent as it is. */
const bodyOf = ({ file }: Operation, example: unknown): Init => {
  if (file === undefined) return { body: example };
  const bodySerializer = (body: unknown) => String(body);
  return { body: file, bodySerializer, headers: { "content-type": "text/plain" } };
};

/** The example of a body in the document. */
function exampleOf({ path, method }: Operation): unknown {
  const given = service.document.paths[path]?.[method.toLowerCase()]?.requestBody?.content;
  return (given?.["application/json"] as { example?: unknown } | undefined)?.example;
}

/** Whether an operation answers with events, without an end. */
const hasEvents = ({ path, method }: Operation): boolean =>
  "text/event-stream" in
  (service.document.paths[path]?.[method.toLowerCase()]?.responses[200]?.content ?? {});

/** Of these, nothing here is in the state that they need. */
const refusedHere: Record<string, number> = {
  reindex: 409,
  deleteRemovedRecord: 404,
  retryJob: 409,
};

test("N92: every operation of the document is answered as it says, through the client", async () => {
  const judge = new Judge(service.document);
  const { send, last } = recorder();
  const base_url = service.url;
  const token = service.keys.account.authorization.replace("Bearer ", "");
  const clients: Record<string, ReturnType<typeof createClient>> = {
    operator: createClient({ base_url, fetch: send, token: adminToken }),
    account: createClient({ base_url, fetch: send, token }),
  };
  const anyone = createClient({ base_url, fetch: send });
  const operations = operationsOf(service.document);
  const problems: Record<string, unknown> = {};
  for (const operation of operations) {
    const { id, method, path, scheme = "" } = operation;
    const client = clients[scheme] ?? anyone;
    const call = client.request as unknown as (m: string, p: string, init: Init) => Called;
    const given = { path: pathParameters(operation), query: query(operation) };
    const streams = hasEvents(operation);
    const { data } = await call(method.toLowerCase(), path, {
      params: given,
      ...(streams && { parseAs: "stream" }),
      ...bodyOf(operation, exampleOf(operation)),
    });
    if (streams) await (data as ReadableStream).cancel();
    const answer = last() as Answered;
    const wrong = judge.problems(path, method.toLowerCase(), answer);
    const refused = refusedHere[id];
    const isExpected = refused === undefined ? answer.status < 300 : answer.status === refused;
    if (!isExpected) wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`);
    if (wrong.length > 0) problems[`${id} ${JSON.stringify(given.path)}`] = wrong;
  }

  expect(problems).toEqual({});
  expect(operations.length).toBeGreaterThan(90);
});
