import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { moveEntries } from "~/imports/mover";
import { list, runJobs } from "../imports/catalog";
import { daily, zipped } from "../imports/files";
import { codeOf } from "../support/client";
import { testService } from "../support/service";

setDefaultTimeout(60_000);

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.execute(sql`truncate jobs, imports, import_entries`);
});

type Import = Record<string, unknown> & { id: string };

const upload = (body: string | Uint8Array, query = "", headers: Record<string, string> = {}) =>
  operator.request<Import>("POST", `/imports${query}`, {
    body,
    headers: { "content-type": "text/plain", ...headers },
  });

const fresh = {
  kind: "movie",
  source: "upload",
  ...{ total: 0, skipped: 0, invalid: 0, pending: 0, enqueued: 0, succeeded: 0, failed: 0 },
  created_at: expect.stringMatching(/Z$/),
  finished_at: null,
  eta_seconds: null,
  status: "running",
  invalid_lines: [],
  failures: [],
};

describe("POST /admin/imports", () => {
  test("N95: stores the file, and the record can be read at once and shows how far it is", async () => {
    const made = await upload("603\nx\n604\n603\n");
    const counts = { total: 4, skipped: 1, invalid: 1, pending: 2 };
    const invalid_lines = [{ line: 2, text: "x" }];
    expect(made.status).toBe(202);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^import_[0-9a-f]{32}$/),
      ...fresh,
      ...counts,
      invalid_lines,
    });
    expect(made.headers.get("location")).toBe(`/api/v1/admin/imports/${made.body.id}`);
    const path = `/imports/${made.body.id}`;
    expect((await operator.get(path)).body).toEqual(made.body);

    await moveEntries(db);
    expect((await operator.get(path)).body).toMatchObject({ pending: 0, enqueued: 2 });
    await runJobs(db, ["604"]);
    await moveEntries(db);
    expect((await operator.get(path)).body).toEqual({
      ...made.body,
      ...{ pending: 0, succeeded: 1, failed: 1, status: "finished" },
      finished_at: expect.stringMatching(/Z$/),
      failures: [{ kind: "movie", external_id: "604", code: "provider_not_found" }],
    });
  });

  test("N93, N95: takes all formats and the parameters of the command", async () => {
    const file = `${daily(1, 9, { adult: true })}\n${daily(2, 5)}\n${daily(3, 7)}\n`;
    const ndjson = { "content-type": "application/x-ndjson; charset=utf-8" };
    expect((await upload(file, "?include_adult=true&top=2", ndjson)).body).toMatchObject({
      ...{ total: 3, skipped: 1, pending: 2 },
    });
    const gzip = { "content-encoding": "gzip", "content-type": "text/plain" };
    const zip = await upload(zipped(file), "?min_popularity=6.5&again=true", gzip);
    expect(zip.body).toMatchObject({ total: 3, skipped: 3, status: "finished" });
    const csv = { "content-type": "text/csv" };
    const query = "?kind=series&include_seasons=true";
    expect((await upload("id,imdb\n1399,\n,tt0944947\n", query, csv)).body).toMatchObject({
      kind: "series",
      pending: 2,
    });
    await moveEntries(db);
    const rows = await db.execute(sql`
      select kind, external_id, params from jobs where kind in ('series', 'find') order by 1`);
    expect([...rows]).toEqual([
      { kind: "series", external_id: "1399", params: { include_seasons: true } },
      { kind: "find", external_id: "imdb:tt0944947", params: { include_seasons: true } },
    ]);
  });

  test.each([
    ["an empty body", ""],
    ["no good line", "The Matrix\nFight Club\n"],
    ["a page of HTML", "<!doctype html>\n<p>603</p>\n"],
    ["UTF-16", Buffer.from("603\n", "utf16le")],
    ["zip", "PK\u0003\u0004603"],
    ["a header alone", "id,title\n"],
    ["an unclosed quote", 'id,title\n603,"The Matrix\n'],
    ["cut gzip", zipped("603\n".repeat(99)).subarray(0, 20)],
    ["a bomb", zipped(" ".repeat(70_000_000))],
  ])("N93, N95: %s is 422, and nothing is stored", async (_, body) => {
    const answer = await upload(body);
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
    expect((await operator.get<{ total_results: number }>("/imports")).body.total_results).toBe(0);
  });

  test.each([
    "kind=season",
    "top=0",
    "top=x",
    "min_popularity=-1",
    "min_popularity=1e1",
    "again=1",
    "kind=",
  ])("N95: ?%s is 422", async (query) => {
    expect((await upload("603", `?${query}`)).status).toBe(422);
  });

  test("N95: another type is 415, more than 8 MiB 413, and no token 401 before the body is read", async () => {
    const typed = (type: string) => upload("603", "", { "content-type": type });
    for (const type of ["application/json", "text/html", "text/plain; charset=utf-16"]) {
      expect((await typed(type)).status).toBe(415);
    }
    expect((await upload(new Uint8Array(8_388_609).fill(10))).status).toBe(413);
    const stranger = await service.request("POST", "/admin/imports", {
      body: "603",
      headers: { "content-type": "text/plain" },
    });
    expect(codeOf(stranger)).toBe("admin_auth_required");
  });

  test("N94, N95: 8 MiB of ids are stored while other requests are answered", async () => {
    const body = list(1_060_000);
    expect(body.length).toBeLessThan(8_388_608);
    const storing = upload(body);
    const reads: number[] = [];
    let isDone = false;
    void storing.then(() => {
      isDone = true;
    });
    while (!isDone) reads.push((await service.get("/genres")).status);
    expect((await storing).body).toMatchObject({ total: 1_060_000, pending: 1_060_000 });
    expect(new Set(reads)).toEqual(new Set([200]));
  });
});

describe("the other operations of imports", () => {
  test("N95: the list has the newest first, in pages", async () => {
    const ids: string[] = [];
    for (const id of ["1", "2", "3"]) ids.unshift((await upload(id)).body.id);
    const page = async (query: string) => (await operator.get(`/imports?${query}`)).body;
    expect(await page("page_size=2")).toMatchObject({
      ...{ page: 1, page_size: 2, total_results: 3, total_pages: 2 },
      results: ids.slice(0, 2).map((id) => ({ id })),
    });
    expect(await page("page_size=2&page=2")).toMatchObject({ results: [{ id: ids[2] }] });
    expect((await operator.get("/imports?page_size=51")).status).toBe(422);
  });

  test("N95: pause, resume and cancel answer with the import; an ended one stays as it is", async () => {
    const { id } = (await upload("1\n2\n")).body;
    const after = async (action: string) => (await operator.post(`/imports/${id}/${action}`)).body;
    expect(await after("pause")).toMatchObject({ status: "paused", pending: 2 });
    expect(await after("pause")).toMatchObject({ status: "paused" });
    expect(await after("resume")).toMatchObject({ status: "running" });
    const canceled = {
      status: "canceled",
      pending: 0,
      skipped: 2,
      finished_at: expect.any(String),
    };
    expect(await after("cancel")).toMatchObject(canceled);
    for (const action of ["pause", "resume", "cancel"]) {
      expect(await after(action)).toMatchObject(canceled);
    }
  });

  test("N95: an unknown or malformed id is 404 import_not_found", async () => {
    const unknown = `import_${"0".repeat(32)}`;
    for (const id of [unknown, "import_1", `job_${"0".repeat(32)}`]) {
      expect(codeOf(await operator.get(`/imports/${id}`))).toBe("import_not_found");
      for (const action of ["pause", "resume", "cancel"]) {
        expect(codeOf(await operator.post(`/imports/${id}/${action}`))).toBe("import_not_found");
      }
    }
  });
});
