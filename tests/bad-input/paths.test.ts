import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { all, each, kindAt, type Operation, operations } from "./documented";
import { type Answer, known, type WholeService, wholeService } from "./service";

setDefaultTimeout(60_000);

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The id of another kind. */
const strangerTo = (kind: string) => (kind === "person" ? known.genre : known.person);

const withId = operations.filter(({ template }) => /\{(id|job_id)\}/.test(template));
const place = /\{(?:id|job_id)\}/;

/** The operation with another text in the place of its id. */
function pathWith({ template }: Operation, text: (id: string, kind: string) => string): string {
  const kind = kindAt(template);
  return template
    .replace("{kind}", kind)
    .replace(place, () => text(known[kind], kind))
    .replace(/\{\w+_number\}/g, "1");
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

async function codes(text: (id: string, kind: string) => string) {
  return each(withId, async (operation) => {
    const { method, as, hasBody } = operation;
    const { status, body } = await service.raw(method, `/api/v1${pathWith(operation, text)}`, {
      headers: headersOf({
        ...(as === undefined ? {} : service.keys[as]),
        ...(hasBody ? { "content-type": "application/json" } : {}),
      }),
      body: hasBody ? '{"value":5}' : "",
    });
    const { code } = (body as { error?: { code?: string } } | undefined)?.error ?? {};
    return `${status} ${code === `${kindAt(operation.template)}_not_found` ? "kind" : code}`;
  });
}

describe("every operation on a record", () => {
  test.each<[string, string, (id: string, kind: string) => string]>([
    ["B108", "a word", () => "abc"],
    ["B109", "U+0000", () => "%00"],
    ["B113", "7 KB", () => "x".repeat(7_000)],
    ["B114", "a bare UUID", () => "0198c7d2-f3a9-7c3e-8f5b-2d1a4c6e7f80"],
    ["B115", "the digits of a UUIDv4", (_, kind) => `${kind}_f47ac10b58cc4372a5670e02b2c3d479`],
    ["B116", "the id of another kind", (_, kind) => strangerTo(kind)],
    ["B119", "braces", () => "{}"],
    ["B120", "a space before", (id) => `%20${id}`],
    ["B120", "a space after", (id) => `${id}%20`],
    ["B121", "capitals", (id) => id.toUpperCase()],
    ["B112", "an encoded slash", (id) => `a%2F${id}`],
    ["B111", "an encoded way up", () => "..%2f..%2fetc"],
  ])("M17, M129, %s: %s in the place of the id is not found", async (_, __, text) => {
    expect(await codes(text)).toEqual(all(withId, "404 kind"));
  });

  test("B110: a path that is no UTF-8 leads nowhere", async () => {
    expect(await codes(() => "%ff")).toEqual(all(withId, "404 route_not_found"));
  });

  test("B118: two ids after each other lead nowhere", async () => {
    const found = new Set(Object.values(await codes((id) => `${id}/${id}`)));

    expect([...found].filter((code) => !/^404 |^405 /.test(code as string))).toEqual([]);
  });

  test("B117: what follows the question mark is no part of the id", async () => {
    for (const path of [`/movies/${known.movie}?x`, `/series/${known.series}/credits?x`]) {
      expect(await service.outcome({ path })).toBe("200");
    }
  });
});

describe("numbers in a path", () => {
  const numbered = operations.filter(({ template }) => template.includes("_number}"));

  test.each(["-1", "1.5", "1e1", "01", "%201", "x", "10000", "99999999999999999999", "%D9%A1"])(
    "M17, M105: %s names no season and no episode",
    async (number) => {
      const outcomes = await each(numbered, ({ template }) =>
        service.outcome({
          path: template.replace("{id}", known.series).replace(/\{\w+_number\}/g, number),
        }),
      );

      expect(outcomes).toEqual(all(numbered, "404 season_not_found"));
    },
  );
});

describe("methods and spellings", () => {
  const paths = [...new Set(operations.map(({ template }) => template))];
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

  test("M6, T12, B162: a method that a path does not take is 405 and names those it takes", async () => {
    for (const template of paths) {
      const here = operations.filter((operation) => operation.template === template);
      const taken = here.map(({ method }) => method);
      const allow = taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      for (const method of methods.filter((each) => !taken.includes(each))) {
        const { status, headers, body } = await service.ask({ method, path: here[0]?.path ?? "" });
        const told = headers.get("allow")?.split(", ").sort();
        expect({ method, template, status, told, code: body.error?.code }).toEqual({
          method,
          template,
          status: 405,
          told: allow.sort(),
          code: "method_not_allowed",
        });
      }
    }
  });

  test("B162: TRACE is 405 and X-HTTP-Method-Override changes nothing", async () => {
    const path = `/movies/${known.movie}/rating`;
    const headers = { "x-http-method-override": "DELETE" };

    expect((await service.raw("TRACE", "/api/v1/movies")).status).toBe(405);
    expect(await service.outcome({ path: "/movies", headers })).toBe("200");
    expect(await service.outcome({ path, method: "POST", headers, as: "account" })).toBe(
      "405 method_not_allowed",
    );
  });

  test.each([
    "/api/v1/movies/",
    "/api/v1//movies",
    "//api/v1/movies",
    "/api/v1/Movies",
    "/API/v1/movies",
  ])("B162: %s is another path, where nothing is", async (target) => {
    expect(await service.raw("GET", target)).toMatchObject({
      status: 404,
      body: { error: { code: "route_not_found" } },
    });
  });

  test.each(["x", "ab", "abc"])(
    "M6, T26: dot segments lead to the same place whatever the host is called (%s)",
    async (host) => {
      const ask = async (target: string) => {
        const { status, body } = await service.raw("GET", target, { host });
        return [status, (body as Answer["body"]).error?.code];
      };

      expect(await ask("/api/v1/./auth/me")).toEqual([401, "not_authenticated"]);
      expect(await ask("/api/v1/series/../movies")).toEqual([200, undefined]);
      expect(await ask("/./aa/api/v1/movies")).toEqual([404, "route_not_found"]);
      expect(await ask("/./aa/api/v1/admin/stats")).toEqual([404, "route_not_found"]);
    },
  );

  test.each(["a.test", "b.test"])(
    "M150, T26: a second Host header is a malformed_request (%s)",
    async (second) => {
      const answer = await service.raw("GET", "/api/v1/movies", { headers: [`Host: ${second}`] });

      expect(answer).toMatchObject({ status: 400, body: { error: { code: "malformed_request" } } });
    },
  );

  test("M6: HEAD is GET without the body", async () => {
    for (const { method, path, as } of operations) {
      if (method !== "GET" || /\/(search|jobs|seasons|episodes)/.test(path)) continue;
      const got = await service.ask({ path, as });
      const head = await service.ask({ method: "HEAD", path, as });
      expect({ path, status: head.status, text: head.text }).toEqual({
        path,
        status: got.status,
        text: "",
      });
    }
  });
});
