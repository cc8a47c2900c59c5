import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import openapi from "../../docs/openapi.json";
import manifest from "../../package.json";
import { all, asking, each, operations } from "../bad-input/documented";
import { type WholeService, wholeService } from "../bad-input/service";

setDefaultTimeout(60_000);

let service: WholeService;
beforeAll(async () => {
  service = await wholeService({
    RATE_LIMIT_AUTH: "2000",
    RATE_LIMIT_PUBLIC: "6000",
    RATE_LIMIT_SEARCH: "1200",
    RATE_LIMIT_ADMIN: "600",
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const json = { "content-type": "application/json" };
const account = (email: string) => ({
  method: "POST",
  path: "/auth/register",
  headers: json,
  body: JSON.stringify({ email, password: "four sparrows", display_name: "Mara" }),
});
const ingest = (kind: string, body: object) => ({
  method: "POST",
  path: `/admin/ingest/${kind}`,
  as: "operator" as const,
  headers: json,
  body: JSON.stringify(body),
});

describe("the API as a whole", () => {
  test("M1, M2, M155: every operation lies under /api/v1 and every room of the catalog has one", () => {
    const outside = Object.keys(openapi.paths).filter((path) => !path.startsWith("/api/v1/"));
    const rooms = new Set(operations.map(({ template }) => template.split("/")[1]));

    expect(outside.sort()).toEqual(["/health/live", "/health/ready"]);
    const catalog = ["movies", "series", "seasons", "episodes", "people", "companies"];
    const others = ["collections", "genres", "keywords", "search", "configuration"];
    expect([...catalog, ...others].filter((room) => !rooms.has(room))).toEqual([]);
  });

  test("M9, M48: without a query every directory is a paged listing", async () => {
    const directories = operations.filter(({ query, as, template }) => {
      return query.includes("page") && as === undefined && template !== "/search";
    });
    const envelope = ["page", "page_size", "total_results", "total_pages", "results"];
    const lacking = await each(directories, async ({ path }) => {
      const { status, body } = await service.ask({ path });
      return [status, envelope.filter((field) => !(field in body))];
    });

    expect(lacking).toEqual(all(directories, [200, []]));
  });

  test("M147: there are no webhooks in 0.1", () => {
    expect(Object.keys(openapi)).not.toContain("webhooks");
    expect(JSON.stringify(openapi)).not.toContain('"callbacks"');
  });

  test("S25: every dependency has one exact version", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
      [],
    );
  });
});

describe("limits", () => {
  const limitOf = (template: string): number => {
    if (template.startsWith("/auth/")) return 2_000;
    if (template.startsWith("/admin/")) return 600;
    return template === "/search" ? 1_200 : 6_000;
  };

  test("M13, M55, M146: every operation counts against the limit of its group, with or without a token", async () => {
    for (const operation of operations) {
      const { method, template, hasBody } = operation;
      const sent = {
        method,
        path: asking(operation, ""),
        ...(hasBody && { body: "{}", headers: json }),
      };
      const { headers } = await service.ask(sent);
      expect([template, headers.get("ratelimit-limit")]).toEqual([
        template,
        String(limitOf(template)),
      ]);
    }
  });

  test("M51, M146: register and login ask for no token", async () => {
    const { status, body } = await service.ask(account("first@example.org"));

    expect([status, Object.keys(body)]).toEqual([
      201,
      ["access_token", "token_type", "expires_in"],
    ]);
    const login = { ...account("first@example.org"), path: "/auth/login" };
    const credentials = '{"email":"first@example.org","password":"four sparrows"}';
    expect(await service.outcome({ ...login, body: credentials })).toBe("200");
  });
});

describe("records", () => {
  test("M14, M142: an account's id is a UUIDv7, in time order, and the token names the same UUID", async () => {
    const ids: string[] = [];
    for (const email of ["a@example.org", "b@example.org", "c@example.org"]) {
      const { body } = await service.ask(account(email));
      const headers = { authorization: `Bearer ${body.access_token}` };
      const me = await service.ask({ path: "/auth/me", headers });
      const [, claims = ""] = String(body.access_token).split(".");
      const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sub: string };
      expect(me.body.id).toBe(`user_${sub.replaceAll("-", "")}`);
      ids.push(sub);
    }

    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(id))).toEqual(
      [],
    );
    expect(ids.toSorted()).toEqual(ids);
  });

  test.each([
    ["M112", "movie", { external_id: 603 }, {}],
    ["M113, M122", "series", { external_id: 1399 }, { include_seasons: false }],
    ["M113", "series", { external_id: 1400, include_seasons: true }, { include_seasons: true }],
    ["M114", "season", { series_external_id: 3, season_number: 0 }, {}],
    ["M115", "collection", { external_id: 10 }, {}],
    ["M130", "person", { external_id: 287 }, {}],
    ["M12, M130", "trending", {}, {}],
  ])(
    "%s, M116, M118, M119: POST /admin/ingest/%s %j makes a job that can be asked for, once",
    async (_, kind, body, params) => {
      const first = await service.ask(ingest(kind, body));
      const location = String(first.body.status_url);
      const job = await service.ask({ path: location.slice("/api/v1".length), as: "operator" });
      const second = await service.ask(ingest(kind, body));

      expect([first.status, first.headers.get("location"), first.body]).toEqual([
        202,
        location,
        { job_id: job.body.id, status: "queued", created: true, status_url: location },
      ]);
      expect(job.body).toMatchObject({ kind, status: "queued", params });
      expect(second.body).toEqual({ ...first.body, created: false });
    },
  );
});
