import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { all, each, operations } from "./documented";
import { known, type WholeService, wholeService } from "./service";

setDefaultTimeout(60_000);

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Body = string | Uint8Array<ArrayBuffer>;

const json = { "content-type": "application/json" };
/** All that read a body, and those that must not stumble over one. */
const writing = operations.filter(({ method, takesFile }) => method !== "GET" && !takesFile);
const reading = writing.filter(({ hasBody }) => hasBody);
const bytes = (...all: number[]) => new Uint8Array(all);

const refusals = (from: typeof writing, body: Body, headers: Record<string, string> = json) =>
  each(from, ({ method, path, as }) => service.refused({ method, path, as, body, headers }));

const inPieces = (piece: string, count: number) =>
  new ReadableStream({
    start(controller) {
      for (let n = 0; n < count; n++) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("every operation that writes", () => {
  test.each<[string, Body]>([
    ["broken JSON", '{"value":'],
    ["UTF-16", bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
    ["a byte that is no UTF-8", bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["trailing garbage", '{"value":5} x'],
    ["a list 7,000 deep", "[".repeat(7_000) + "]".repeat(7_000)],
    ["NaN", '{"value":NaN}'],
  ])("M150, B162: %s is malformed_json", async (_, body) => {
    expect(await refusals(writing, body)).toEqual(all(writing, "400 malformed_json"));
  });

  test.each<[string, Record<string, string>]>([
    ["text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["multipart", { "content-type": "multipart/form-data; boundary=x" }],
    ["XML", { "content-type": "application/xml" }],
    ["gzip", { ...json, "content-encoding": "gzip" }],
  ])("M150, T11, B162: %s is an unsupported_media_type", async (_, headers) => {
    expect(await refusals(writing, '{"value":5}', headers)).toEqual(
      all(writing, "415 unsupported_media_type"),
    );
  });

  test("T11, B162: so is a body without a type", async () => {
    expect(await refusals(writing, bytes(0x7b, 0x7d), {})).toEqual(
      all(writing, "415 unsupported_media_type"),
    );
  });

  test("M154, S19, B162: 64 KiB and one byte are too large, by their length or by their chunks", async () => {
    const chunked = await each(writing, ({ method, path, as }) =>
      service.outcome({ method, path, as, body: inPieces("x".repeat(6_554), 10), headers: json }),
    );

    expect(await refusals(writing, "x".repeat(65_537))).toEqual(
      all(writing, "413 payload_too_large"),
    );
    expect(chunked).toEqual(all(writing, "413 payload_too_large"));
  });
});

const right: Record<string, object> = {
  "/auth/register": { email: "x@example.org", password: "MyRealPassword1!", display_name: "X" },
  "/auth/login": { email: "x@example.org", password: "MyRealPassword1!" },
  "/movies/{id}/rating": { value: 5 },
  "/series/{id}/rating": { value: 5 },
  "/entities": { refs: ["movie/tmdb:1"] },
  "/changes/check": { since: "0", refs: ["movie/tmdb:1"] },
  "/admin/ingest/season": { series_external_id: 3, season_number: 1 },
  "/admin/ingest/trending": { kind: "movie", window: "day" },
  "/admin/refresh": { tier: "rest" },
  "/admin/ingest/find": { source: "imdb", value: "tt0133093" },
  "/admin/ingest/batch": { items: [{ kind: "movie", external_id: 1 }] },
};
const rightBody = (template: string): object => right[template] ?? { external_id: 1 };

/** A body with another value in place of each part of it, the whole included. */
function bent(body: unknown, other: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [other];
  const parts = Object.entries(body).flatMap(([name, part]) =>
    bent(part, other).map((value) =>
      Array.isArray(body) ? body.with(Number(name), value) : { ...body, [name]: value },
    ),
  );
  return [other, ...parts];
}

/** Names that mean something to a program which turns a value into text or copies it. */
const tellingNames = [
  ..."toString valueOf toJSON toLocaleString constructor prototype __proto__ hasOwnProperty then".split(
    " ",
  ),
  ..."length Symbol(Symbol.toPrimitive) @@toPrimitive Symbol.toStringTag".split(" "),
];

describe("every operation that reads a body", () => {
  const strict = reading.filter(({ template }) => !/\/(trending|refresh)$/.test(template));

  test.each([
    ["B122", ""],
    ["B123", "null"],
    ["B124", "[]"],
    ["B125", '"x"'],
    ["B126", "{}"],
    ["B127", '{"is_admin":true}'],
    ["B128", '{"id":"user_0198c7d2f3a97c3e8f5b2d1a4c6e7f80"}'],
    ["B130", '{"__proto__":{"is_admin":true}}'],
  ])("S11, S21, %s: the body %p is a validation_error", async (_, body) => {
    expect(await refusals(strict, body)).toEqual(all(strict, "422 validation_error"));
    expect(({} as { is_admin?: unknown }).is_admin).toBeUndefined();
  });

  test("M148, T5, S11: of a right body with one field more the field is told, no value", async () => {
    const secret = "MyRealPassword1!";
    for (const { method, template, path, as } of reading) {
      const sent = JSON.stringify({ ...rightBody(template), is_admin: secret });
      const answer = await service.ask({ method, path, as, body: sent, headers: json });
      const details = answer.body.error?.details as { in: string; field: string }[];
      expect({ template, told: details.map((each) => [each.in, each.field]) }).toEqual({
        template,
        told: [["body", "is_admin"]],
      });
      expect(answer.text).not.toContain(secret);
    }
  });

  const title =
    "M148, M149, T6: a value with the field %s is refused at every place like any other";
  const refusesEverywhere = async (name: string) => {
    const mark = "0123456789";
    const strange = ["1", "null", "{}", '{"toString":1}'].map((value) => `{"${name}":${value}}`);
    const values = strange.flatMap((value) => [value, `[${value}]`, `{"a":${value}}`]);
    for (const { method, template, path, as } of reading) {
      const places = bent(rightBody(template), mark).map((body) => JSON.stringify(body));
      const sent = places.flatMap((place) =>
        values.map((value) => place.replace(`"${mark}"`, value)),
      );
      const told = new Set<string>();
      for (const body of sent) {
        told.add(await service.outcome({ method, path, as, body, headers: json }));
      }
      expect({ template, told: [...told] }).toEqual({ template, told: ["422 validation_error"] });
    }
  };
  test.each([...tellingNames])(title, refusesEverywhere);
});

const ingest = (kind: string, body: string) => ({
  method: "POST",
  path: `/admin/ingest/${kind}`,
  as: "operator" as const,
  body,
  headers: json,
});

describe("administration", () => {
  const ids = [
    "0",
    "-1",
    "1.5",
    '"0603"',
    '"tt0133093"',
    "2147483648",
    '"2147483648"',
    "9e99",
    "null",
    "[1]",
    "true",
  ];

  test.each(["movie", "series", "collection", "person"])(
    "M117, B162: POST /admin/ingest/%s refuses what is no id of the provider",
    async (kind) => {
      for (const id of ids) {
        const outcome = await service.refused(ingest(kind, `{"external_id":${id}}`));
        expect([id, outcome]).toEqual([id, "422 validation_error"]);
      }
    },
  );

  test.each([
    ["series", '{"external_id":1,"include_seasons":"true"}'],
    ["series", '{"external_id":1,"include_seasons":1}'],
    ["series", '{"external_id":1,"include_seasons":null}'],
    ["season", '{"series_external_id":3,"season_number":-1}'],
    ["season", '{"series_external_id":3,"season_number":10000}'],
    ["season", '{"series_external_id":3,"season_number":"1"}'],
    ["season", '{"series_external_id":3}'],
    ["season", `{"series_external_id":3,"series_id":"${known.series}","season_number":1}`],
    ["season", `{"series_id":"${known.movie}","season_number":1}`],
    ["trending", '{"kind":"person","window":"day"}'],
    ["trending", '{"kind":"movie","window":"month"}'],
    ["trending", '{"kind":"movie"}'],
  ])("M117, M130, B162: POST /admin/ingest/%s refuses %s", async (kind, body) => {
    expect(await service.refused(ingest(kind, body))).toBe("422 validation_error");
  });

  test("M124, B162: a season of a series that is not there is 409", async () => {
    const unknown = `{"series_id":"series_${"0".repeat(32)}","season_number":1}`;

    for (const body of ['{"series_external_id":99,"season_number":1}', unknown]) {
      expect(await service.outcome(ingest("season", body))).toBe("409 series_not_ingested");
    }
  });

  test("B162: JSON after a byte order mark, and the last of two equal keys, are taken", async () => {
    const { status, body } = await service.ask(
      ingest("movie", '\ufeff{"external_id":0,"external_id":603}'),
    );
    const job = await service.ask({ path: `/admin/ingest/jobs/${body.job_id}`, as: "operator" });

    expect(status).toBe(202);
    expect(job.body.external_id).toBe("603");
  });
});
