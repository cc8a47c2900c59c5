import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, asking, each, operations } from "./documented";
import { type WholeService, wholeService } from "./service";

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const lists = operations.filter(({ query }) => query.includes("page"));
const wide = lists.filter(({ template }) => /^\/(genres|keywords)$/.test(template));
const narrow = lists.filter((list) => !wide.includes(list));

const refusals = (from: typeof lists, query: string) =>
  each(from, (list) => service.refused({ path: asking(list, query), as: list.as }));
const pages = (from: typeof lists, query: string) =>
  each(from, async (list) => {
    const { status, headers, body } = await service.ask({ path: asking(list, query), as: list.as });
    const { page, page_size, total_results } = body;
    return [status, page, page_size, total_results, headers.get("x-ignored-params")];
  });

describe("every paged list", () => {
  test("M62, M64: there are at least twelve of them", () => {
    expect(lists.length).toBeGreaterThanOrEqual(12);
    expect(wide).toHaveLength(2);
  });

  test.each([
    ["B1", "page=0"],
    ["B2", "page=-1"],
    ["B3", "page=1.5"],
    ["B4", "page=1e3"],
    ["B5", "page=0x10"],
    ["B6", "page=+1"],
    ["B6", "page=%2B1"],
    ["B7", "page=%201"],
    ["B9", "page=%D9%A1"],
    ["B10", "page=NaN"],
    ["B11", "page=Infinity"],
    ["B12", "page=1_0"],
    ["B13", "page=null"],
    ["B14", "page="],
    ["B14", "page"],
    ["B15", "page=9007199254740993"],
    ["B16", "page=999999999999999999999"],
    ["B17", "page=1000001"],
    ["B19", "page=1&page=2"],
    ["B22", "page_size=0"],
    ["B25", "page_size=-5"],
    ["B26", "page_size=20.0"],
    ["B27", "page_size=abc"],
  ])("M64, M69, %s: ?%s is a validation_error", async (_, query) => {
    expect(await refusals(lists, query)).toEqual(all(lists, "422 validation_error"));
  });

  test("M150, B8: U+0000 in a page is a malformed_request", async () => {
    expect(await refusals(lists, "page=1%00")).toEqual(all(lists, "400 malformed_request"));
  });

  test("M65, B23, B24: a page_size over the maximum is refused, never clamped", async () => {
    expect(await refusals(narrow, "page_size=51")).toEqual(all(narrow, "422 validation_error"));
    expect(await refusals(wide, "page_size=201")).toEqual(all(wide, "422 validation_error"));
  });

  test("M65, B28, B29: the maximum itself is taken", async () => {
    const sizes = (from: typeof lists, query: string) =>
      each(
        from,
        async (list) => (await service.ask({ ...list, path: asking(list, query) })).body.page_size,
      );

    expect(await sizes(narrow, "page_size=50")).toEqual(all(narrow, 50));
    expect(await sizes(wide, "page_size=200")).toEqual(all(wide, 200));
  });

  test("M66, T23, B18: page 1000000 is empty and keeps the true totals", async () => {
    const totals = (query: string) =>
      each(
        lists,
        async (list) =>
          (await service.ask({ ...list, path: asking(list, query) })).body.total_results,
      );
    const results = await each(lists, async (list) => {
      const { status, body } = await service.ask({ ...list, path: asking(list, "page=1000000") });
      return [status, body.results];
    });

    expect(results).toEqual(all(lists, [200, []]));
    expect(await totals("page=1000000")).toEqual(await totals("page=1"));
  });

  test("M68, T27, B20, B21: page[]=1 is no page and cannot be named; 01 is page 1", async () => {
    const first = await pages(lists, "page=1");

    expect(await pages(lists, "page[]=1")).toEqual(first);
    expect(await pages(lists, "page=01")).toEqual(first);
    expect(first["GET /movies"]).toEqual([200, 1, 20, 2, null]);
  });
});
