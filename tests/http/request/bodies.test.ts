import { afterAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ClosedObject, WholeNumber } from "~/http/request/fields";
import { codeOf } from "../../support/client";
import { serveRoutes } from "../../support/service";

const Season = { season_number: WholeNumber({ minimum: 0 }) };

const app = serveRoutes(() =>
  new Elysia()
    .post("/things", ({ body }) => body, {
      body: ClosedObject({
        count: WholeNumber({ minimum: 1 }),
        note: Type.Optional(Type.String({ maxLength: 900 })),
        flag: Type.Optional(Type.Boolean()),
      }),
    })
    .post("/choice", ({ body }) => body, {
      body: Type.Union([
        ClosedObject({ series_id: Type.String(), ...Season }),
        ClosedObject({ external_id: WholeNumber(), ...Season }),
      ]),
    })
    .post("/optional", ({ body }) => ({ sent: body ?? null }), {
      body: Type.Optional(ClosedObject({ count: Type.Optional(WholeNumber()) })),
    }),
);
afterAll(() => app[Symbol.asyncDispose]());

const json = "application/json";
const send = (body: RequestInit["body"], headers: Record<string, string> = {}) =>
  app.request("POST", "/things", {
    body: body ?? null,
    headers: { "content-type": json, ...headers },
  });

const inPieces = (pieces: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("bodies", () => {
  test.each([
    ["plain", '{"count":1}', json],
    ["with a charset", '{"count":1}', `${json}; charset=utf-8`],
    ["with a charset in quotes and capitals", '{"count":1}', 'Application/JSON;charset="UTF-8"'],
    ["after a BOM", '\ufeff{"count":1}', json],
    ["with the last of two equal keys", '{"count":7,"count":1}', json],
  ])("B162: JSON %s is taken", async (_, text, type) => {
    const { status, body } = await send(text, { "content-type": type });

    expect({ status, body }).toEqual({ status: 200, body: { count: 1 } });
  });

  test("JSON that comes in chunks is put together", async () => {
    const { body } = await send(inPieces(['{"cou', 'nt":', "12}"]));

    expect(body).toEqual({ count: 12 });
  });

  test.each([
    ["bad JSON", '{"count":'],
    ["trailing garbage", '{"count":1} x'],
    ["NaN", '{"count":NaN}'],
    ["a list 480 deep", "[".repeat(480) + "]".repeat(480)],
    ["a byte that is not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])("M150, B162: %s is malformed_json", async (_, body) => {
    const answer = await send(body);

    expect([answer.status, codeOf(answer)]).toEqual([400, "malformed_json"]);
  });

  test.each([
    ["text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["multipart", { "content-type": "multipart/form-data; boundary=x" }],
    ["XML", { "content-type": "application/xml" }],
    ["another charset", { "content-type": `${json}; charset=utf-16` }],
    ["a type that only starts right", { "content-type": "application/jsonp" }],
    ["a content encoding", { "content-encoding": "gzip" }],
  ])("T11, B162: %s is an unsupported_media_type", async (_, headers) => {
    const answer = await send('{"count":1}', headers as Record<string, string>);

    expect([answer.status, codeOf(answer)]).toEqual([415, "unsupported_media_type"]);
  });

  test("T11: a body without a type is an unsupported_media_type", async () => {
    const body = new TextEncoder().encode('{"count":1}');

    const answer = await app.request("POST", "/things", { body });

    expect([answer.status, codeOf(answer)]).toEqual([415, "unsupported_media_type"]);
  });

  test("M154: a body of exactly the limit passes", async () => {
    const { status } = await send('{"count":1}'.padEnd(1_000));

    expect(status).toBe(200);
  });

  test.each([
    ["its stated length", "x".repeat(1_001)],
    ["its length, far over", "x".repeat(100_000)],
    ["the bytes of its chunks", inPieces(Array<string>(11).fill(" ".repeat(100)))],
  ])("M154, B162: a body is too large by %s", async (_, body) => {
    const { status, body: answer } = await send(body);

    expect({ status, answer }).toEqual({
      status: 413,
      answer: {
        error: { code: "payload_too_large", message: "A body may have at most 1000 bytes." },
      },
    });
  });
});

describe("closed bodies", () => {
  test.each([
    ["B122", "", "body", "is required"],
    ["B123", "null", "body", "must be an object"],
    ["B124", "[]", "body", "must be an object"],
    ["B125", '"x"', "body", "must be an object"],
    ["B126", "{}", "count", "is required"],
    ["T9", '{"count":"5"}', "count", "must be an integer of at least 1"],
    ["T9", '{"count":1.5}', "count", "must be an integer of at least 1"],
    ["B162", '{"count":null}', "count", "must be an integer of at least 1"],
    ["B162", '{"count":1,"flag":"true"}', "flag", "must be true or false"],
  ])("%s: the body %p is refused", async (_, text, field, message) => {
    const answer = await send(text);

    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: {
        error: {
          code: "validation_error",
          message: `${field} ${message}.`,
          details: [{ in: "body", field, message }],
        },
      },
    });
  });

  test("T5, B127, B130: unknown fields are told together with what else is wrong, without a value", async () => {
    const { text, body } = await send('{"count":"hunter2","is_admin":true,"__proto__":1}');
    const allowed = ["count", "note", "flag"];

    expect((body as { error: { details: unknown } }).error.details).toEqual([
      { in: "body", field: "is_admin", message: "is not a field of this body", allowed },
      { in: "body", field: "__proto__", message: "is not a field of this body", allowed },
      { in: "body", field: "count", message: "must be an integer of at least 1" },
    ]);
    expect(text).not.toContain("hunter2");
  });

  test.each([
    [
      '{"series_id":"x","external_id":1,"season_number":1}',
      "body has fields that exclude each other.",
    ],
    ['{"external_id":1,"season":1,"season_number":1}', "season is not a field of this body."],
    ['{"external_id":1}', "season_number is required."],
    ['{"external_id":"1","season_number":1}', "external_id must be an integer."],
  ])("M117: of a choice of bodies exactly one must fit: %s", async (text, message) => {
    const { status, body } = await app.post("/choice", text);

    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: "validation_error", message } });
  });

  test("M130: an optional body may be missing, but not be wrong", async () => {
    expect((await app.request("POST", "/optional")).body).toEqual({ sent: null });
    expect((await app.post("/optional", '{"count":1}')).body).toEqual({ sent: { count: 1 } });
    expect((await app.post("/optional", '{"cuont":1}')).status).toBe(422);
  });
});
