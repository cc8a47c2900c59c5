import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { fuzzedService } from "../fuzz/service";

setDefaultTimeout(60_000);

type Schema = { pattern?: string; examples?: string[]; minimum?: number };
type Parameter = { name: string; in: "path" | "query"; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown; schema: Schema }> };
};
type Document = { paths: Record<string, Record<string, Operation>> };

let service: Awaited<ReturnType<typeof fuzzedService>>;
let keys: Record<string, Record<string, string>>;
beforeAll(async () => {
  service = await fuzzedService();
  keys = service.keys;
});
afterAll(() => service[Symbol.asyncDispose]());

const statusOf = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(service.url + path, init);
  await response.body?.cancel();
  return response.status;
};

/** Status by what was asked, of what was refused: empty when nothing was. */
const refused = (statuses: Record<string, number>) =>
  Object.fromEntries(Object.entries(statuses).filter(([, status]) => status >= 400));

/** Where the links, scripts and styles of a page lead, as far as this service answers for it. */
async function linksOf(page: string): Promise<string[]> {
  const html = await (await fetch(service.url + page)).text();
  const links = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link = ""]) =>
    link.replaceAll("&amp;", "&"),
  );
  return links.filter((link) => link.startsWith("/"));
}

/** What a script asks for or loads by a path that stands in it. */
async function pathsIn(script: string): Promise<string[]> {
  const text = await (await fetch(service.url + script)).text();
  const imports = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, name]) => `/admin/${name}`);
  return [...imports, ...[...text.matchAll(/url: "([^"]+)"/g)].map(([, url = ""]) => url)];
}

test("M160: no link on /, /docs or /admin is refused", async () => {
  const pages = await Promise.all(["/", "/docs", "/admin"].map(linksOf));
  const scripts = await Promise.all(["/docs/assets/init.js", "/admin/admin.js"].map(pathsIn));
  const links = new Set([...pages, ...scripts].flat());

  expect(links.size).toBeGreaterThan(15);
  const statuses: Record<string, number> = {};
  for (const link of links) statuses[link] = await statusOf(link);
  expect(refused(statuses)).toEqual({});
});

test("M21, M29: no link that a movie or a series carries is refused", async () => {
  const statuses: Record<string, number> = {};
  for (const kind of ["movies", "series"]) {
    const list = await (await fetch(`${service.url}/api/v1/${kind}`)).json();
    const { results } = list as { results: { id: string }[] };
    for (const { id } of results) {
      const detail = await (await fetch(`${service.url}/api/v1/${kind}/${id}`)).json();
      const { links } = detail as { links: Record<string, string> };
      for (const link of Object.values(links)) statuses[link] = await statusOf(link);
    }
  }

  expect(Object.keys(statuses).length).toBeGreaterThan(8);
  expect(refused(statuses)).toEqual({});
});

const idKind = ({ pattern }: Schema) => /^\^\(?([a-z]+)_\[/.exec(pattern ?? "")?.[1];

/** Only what every install has alike can be named in a document; for other ids there are those here. */
function exampleOf({ in: place, schema }: Parameter, job: string): string {
  const [example = ""] = schema.examples ?? [];
  const kind = idKind(schema);
  if (place === "query" || kind === undefined || kind === "genre") return example;
  return kind === "job" ? job : (service.ids[kind]?.[0] ?? example);
}

/** Each parameter with an example, beside those that are needed; then all of them. Without any, the bare path. */
function targetsOf(path: string, parameters: Parameter[], job: string): string[] {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    return parameter === undefined ? name : exampleOf(parameter, job);
  });
  const asked = parameters.filter((each) => each.in === "query" && each.schema.examples);
  const pairOf = (each: Parameter) => `${each.name}=${encodeURIComponent(exampleOf(each, job))}`;
  const needed = asked.filter((each) => each.required).map(pairOf);
  const others = asked.filter((each) => !each.required).map(pairOf);
  return [...others.map((pair) => [...needed, pair]), [...needed, ...others]]
    .map((pairs) => `${filled}?${pairs.join("&")}`)
    .map((target) => target.replace(/\?$/, ""));
}

/** An example may take a record as it is before another one has changed it. */
const first = ["cancelJob"];

async function everyOperation() {
  const answer = await fetch(`${service.url}/api/v1/openapi.json`);
  const { paths } = (await answer.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return operations.toSorted(
    (a, b) =>
      Number(first.includes(b.operation.operationId)) -
      Number(first.includes(a.operation.operationId)),
  );
}

const json = { "content-type": "application/json" };

/** The headers and the body with which an operation is documented. */
function documented({ security, requestBody }: Operation): RequestInit {
  const [scheme = ""] = Object.keys(security[0] ?? {});
  if (requestBody === undefined) return { headers: keys[scheme] ?? {} };
  const [type = "", { example, schema }] = Object.entries(requestBody.content)[0] ?? [
    "",
    { schema: {} },
  ];
  const body = example === undefined ? schema.examples?.[0] : JSON.stringify(example);
  return { headers: { ...keys[scheme], "content-type": type }, body: body ?? null };
}

test("M159, P19: no example of the OpenAPI document is refused", async () => {
  const queued = await fetch(`${service.url}/api/v1/admin/ingest/movie`, {
    method: "POST",
    body: '{"external_id":11}',
    headers: { ...json, ...keys.operator },
  });
  const { job_id } = (await queued.json()) as { job_id: string };
  const operations = await everyOperation();

  const statuses: Record<string, number> = {};
  for (const { path, method, operation } of operations) {
    const init = { ...documented(operation), method: method.toUpperCase() };
    for (const target of targetsOf(path, operation.parameters ?? [], job_id)) {
      statuses[`${method} ${target} ${init.body ?? ""}`] = await statusOf(target, init);
    }
  }

  expect(Object.keys(statuses).length).toBeGreaterThan(operations.length);
  // Here is no search index to rebuild, and no removed record.
  const removed = "delete /api/v1/admin/catalog/movie/movie_0198c7d2f3a97c3e8f5b2d1a4c6e7f80 ";
  expect(refused(statuses)).toEqual({
    "post /api/v1/admin/search/reindex ": 409,
    [removed]: 404,
  });
});
