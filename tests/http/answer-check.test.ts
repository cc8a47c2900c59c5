import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { JsonAnswer } from "~/http/json-answer";
import { Nullable } from "~/http/request/fields";
import { serveRoutes } from "../support/service";

const Tide = Type.Object({
  height: Type.Number(),
  gauge: Nullable(Type.Object({ name: Type.String(), at: Type.String() })),
});
const right = '{"height":1.5,"gauge":{"name":"Pier","at":"dawn"}}';

/** What GET /tide sends, one after the other. */
let sent: string[] = [];
const routes = () =>
  new Elysia().get("/tide", () => new JsonAnswer({ json: sent.shift() ?? right }), {
    response: { 200: Tide },
  });

describe("the check of every answer", () => {
  const app = serveRoutes(routes, { answers: { every: true } });
  afterAll(() => app[Symbol.asyncDispose]());

  test("lets an answer pass that matches its model, byte for byte", async () => {
    const { status, text, headers } = await app.get("/tide");

    expect([status, text]).toEqual([200, right]);
    expect(headers.get("content-type")).toBe("application/json");
  });

  test.each([
    ["a field of another type", '{"height":"secret-1","gauge":null}', "/height"],
    ["a missing field", '{"height":1}', "/gauge"],
    ["a field that is not declared", '{"height":1,"gauge":null,"secret":"secret-2"}', "/secret"],
    ["a wrong field inside", '{"height":1,"gauge":{"name":null,"at":"dawn"}}', "/gauge"],
    ["another order", '{"gauge":null,"height":1}', ""],
    ["another order inside", '{"height":1,"gauge":{"at":"dawn","name":"Pier"}}', ""],
    ["spaces", '{"height": 1,"gauge":null}', ""],
  ])("refuses %s with 500, and logs the field without its value", async (_, json, field) => {
    sent = [json];
    const before = app.records.length;
    const { status, text } = await app.get("/tide");

    expect(status).toBe(500);
    expect(text).not.toContain("height");
    const logged = app.records.slice(before) as { error: { fields: { field: string }[] } }[];
    expect(logged[0]?.error.fields[0]?.field).toBe(field);
    expect(app.logged()).not.toContain("secret-");
  });
});

test("compares lists inside a choice among choices, with their order", async () => {
  const Ebb = Type.Object({
    falls: Type.Array(Type.Object({ at: Type.String(), by: Type.Number() })),
  });
  const model = Nullable(Type.Union([Tide, Ebb]));
  let json = "";
  const choice = () =>
    new Elysia().get("/next", () => new JsonAnswer({ json }), {
      response: { 200: Type.Object({ next: model }) },
    });
  await using app = serveRoutes(choice, { answers: { every: true } });
  const status = async (next: string) => {
    json = `{"next":${next}}`;
    return (await app.get("/next")).status;
  };
  expect(await status(right)).toBe(200);
  expect(await status('{"falls":[{"at":"dawn","by":2},{"at":"noon","by":1}]}')).toBe(200);
  expect(await status('{"falls":[{"at":"dawn","by":2},{"by":1,"at":"noon"}]}')).toBe(500);
});

test("otherwise the first answer of a route and one of a thousand are checked, after they went out", async () => {
  const checked: [string, boolean][] = [];
  const onChecked = (route: string, matches: boolean) => checked.push([route, matches]);
  await using app = serveRoutes(routes, { answers: { onChecked } });
  const wrong = '{"height":"secret-3","gauge":null}';

  sent = [wrong];
  expect((await app.get("/tide")).text).toBe(wrong);
  for (let n = 1; n < 1_000; n += 1) await app.get("/tide");
  expect(checked).toEqual([["/tide", false]]);
  expect(app.records).toEqual([
    expect.objectContaining({
      route: "/tide",
      fields: [{ field: "/height", message: "Expected number" }],
    }),
  ]);

  await app.get("/tide");
  await app.get("/tide");
  expect(checked).toEqual([
    ["/tide", false],
    ["/tide", true],
  ]);
});
