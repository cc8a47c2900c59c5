import { expect, test } from "bun:test";
import { testService } from "../support/service";

test("no route prepares a part of requests that no handler reads: parsed cookies, copied headers", async () => {
  await using service = await testService();

  const preparing = service.app.routes.flatMap(({ method, path, compile }) => {
    const text = compile().toString();
    const parts = ["parseCookie", "headers.toJSON"].filter((part) => text.includes(part));
    return parts.map((part) => `${method} ${path}: ${part}`);
  });

  expect(preparing).toEqual([]);
});
