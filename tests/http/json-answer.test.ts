import { expect, test } from "bun:test";
import fc from "fast-check";
import { joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";

test("objects are joined field after field, also empty ones", () => {
  const joined = joinObjects(
    jsonOf({ a: 1 }),
    jsonOf({}),
    jsonField("b", jsonOf([])),
    jsonOf({ c: "}" }),
  );

  expect(joined).toBe('{"a":1,"b":[],"c":"}"}');
  expect(joinObjects()).toBe("{}");
});

test("a page writes its numbers, the fields of the listing and the results, as JSON.stringify would", () => {
  const results = [{ title: "A" }, { title: "B" }];
  const slice = { total_results: 41, results: jsonOf(results) };
  const { json_text } = jsonPage({ page: 2, page_size: 20 }, slice, { region: "US" });

  expect(json_text).toBe(
    JSON.stringify({
      page: 2,
      page_size: 20,
      total_results: 41,
      total_pages: 3,
      region: "US",
      results,
    }),
  );
});

test("numbers that PostgreSQL writes with an exponent go out as JavaScript writes them", () => {
  const written = (json: string) => new JsonAnswer({ json }).json_text;

  expect(written('{"a":1e-05,"b":2.5e-07,"c":1e+15,"d":"1e-05"}')).toBe(
    '{"a":0.00001,"b":2.5e-7,"c":1000000000000000,"d":"1e-05"}',
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const json = JSON.stringify({ text });
      expect(written(json)).toBe(json);
    }),
  );
});
