import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type WholeService, wholeService } from "./service";

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const json = { "content-type": "application/json" };
const names = (count: number) => Array.from({ length: count }, (_, n) => [`n${n}`, 1]);
const items = (count: number, item: object) =>
  Array.from({ length: count }, () => ({ kind: "movie", ...item }));

describe("many mistakes in one body", () => {
  test.each<[string, string, number]>([
    ["/auth/login", JSON.stringify(Object.fromEntries(names(5_000))), 5_002],
    ["/admin/ingest/batch", JSON.stringify({ items: items(500, { external_id: 0 }) }), 500],
    ["/admin/ingest/batch", JSON.stringify({ items: items(500, { external_id: 1, a: 1 }) }), 500],
  ])(
    "M148, T5: of a thousand mistakes in a body of %s 64 are listed, the others counted",
    async (path, body, count) => {
      const answer = await service.ask({
        method: "POST",
        path,
        body,
        headers: json,
        as: "operator",
      });
      const { details, message } = answer.body.error ?? {};

      expect(details).toHaveLength(64);
      expect(String(message)).toEndWith(`; and ${count - 10} more.`);
      expect(answer.text.length).toBeLessThan(16_000);
    },
  );

  test("M148: of a batch that no job can be made of 64 mistakes are listed", async () => {
    const body = JSON.stringify({ items: items(500, { external_id: "1:1" }) });
    const sent = { method: "POST", path: "/admin/ingest/batch", body, headers: json };
    const answer = await service.ask({ ...sent, as: "operator" });

    expect(answer.body.error?.details).toHaveLength(64);
    expect(String(answer.body.error?.message)).toEndWith(", and 499 more.");
  });
});
