import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { uuidv7 } from "uuidv7";
import { all, each, type Operation, operations } from "./documented";
import { type Sent, type WholeService, wholeService } from "./service";

const production = {
  NODE_ENV: "production",
  SERVICE_SECRET_KEY: "a-test-of-production-signs-with-this-0123456789",
};

let service: WholeService;
let disabled: WholeService;
beforeAll(async () => {
  [service, disabled] = await Promise.all([
    wholeService(),
    wholeService({ ...production, SERVICE_ADMIN_TOKEN: "" }),
  ]);
});
afterAll(() => Promise.all([service[Symbol.asyncDispose](), disabled[Symbol.asyncDispose]()]));

const json = { "content-type": "application/json" };
const administered = operations.filter(({ as }) => as === "operator");
const owned = operations.filter(({ as }) => as === "account");

const inPieces = () =>
  new ReadableStream({
    start(controller) {
      for (let n = 0; n < 11; n++) controller.enqueue(new Uint8Array(6_554).fill(0x20));
      controller.close();
    },
  });

/** What may be wrong with a request besides its credentials. */
const wrongs: [string, (operation: Operation) => Pick<Sent, "path" | "body" | "headers">][] = [
  ["broken JSON", ({ path }) => ({ path, body: "{", headers: json })],
  ["another type", ({ path }) => ({ path, body: "<a/>", headers: { "content-type": "text/xml" } })],
  ["a wrong field", ({ path }) => ({ path, body: '{"toString":1}', headers: json })],
  ["a long body", ({ path }) => ({ path, body: " ".repeat(65_537), headers: json })],
  ["a long body in chunks", ({ path }) => ({ path, body: inPieces(), headers: json })],
  ["a bad query", ({ path, query }) => ({ path: `${path}?${query[0] ?? "page"}=%ff&page=0` })],
];

/** What each operation answers; those that only read are sent no body. */
const outcomes = (
  list: Operation[],
  wrong: (typeof wrongs)[number][1],
  { asked = service, keys = {} }: { asked?: WholeService; keys?: Record<string, string> } = {},
) =>
  each(list, (operation) => {
    const { path, body = null, headers = {} } = wrong(operation);
    const { method } = operation;
    const sent = method === "GET" ? { path } : { path, body };
    return asked.outcome({ method, ...sent, headers: { ...headers, ...keys } });
  });

/** The key of an account that is not there, signed so long ago. */
async function strangersKey(secondsAgo = 0): Promise<Record<string, string>> {
  setSystemTime(new Date(Date.now() - 1_000 * secondsAgo));
  const token = await service.tokens.sign({ user_id: uuidv7(), token_version: 0 });
  setSystemTime();
  return { authorization: `Bearer ${token}` };
}

describe.each(wrongs)("with %s", (_, wrong) => {
  test("M139, S9: administration asks for the token first", async () => {
    for (const keys of [{}, { "x-admin-token": "guess" }, { authorization: "Bearer a.b.c" }]) {
      expect(await outcomes(administered, wrong, { keys })).toEqual(
        all(administered, "401 admin_auth_required"),
      );
    }
  });

  test("M139: administration is disabled first", async () => {
    for (const keys of [{}, { "x-admin-token": "guess" }]) {
      expect(await outcomes(administered, wrong, { asked: disabled, keys })).toEqual(
        all(administered, "403 admin_disabled"),
      );
    }
  });

  test("M54, M63, S6: an account's operations ask for its token first", async () => {
    const keys: [Record<string, string>, string][] = [
      [{}, "401 not_authenticated"],
      [{ authorization: "Bearer a.b.c" }, "401 invalid_token"],
      [await strangersKey(7_200), "401 token_expired"],
      [await strangersKey(), "401 invalid_token"],
    ];
    for (const [given, expected] of keys) {
      expect(await outcomes(owned, wrong, { keys: given })).toEqual(all(owned, expected));
    }
  });
});

test("M139, M148, M154: a body of megabytes changes neither the order nor the envelope", async () => {
  const body = " ".repeat(3_000_000);
  const movie = { method: "POST", path: "/admin/ingest/movie", body, headers: json };

  expect(await service.outcome(movie)).toBe("401 admin_auth_required");
  expect(await service.outcome({ ...movie, as: "operator" })).toBe("413 payload_too_large");
  expect(await service.outcome({ ...movie, path: "/auth/login" })).toBe("413 payload_too_large");
});

test("M151, S1: what is refused without a token is counted first", async () => {
  await using limited = await wholeService({ RATE_LIMIT_ADMIN: "1", RATE_LIMIT_AUTH: "1" });
  const sent = { method: "POST", path: "/admin/ingest/movie", body: "{", headers: json };

  expect((await limited.outcome(sent)).slice(0, 3)).not.toBe("429");
  expect(await limited.outcome(sent)).toBe("429 rate_limited");
  expect(await limited.outcome({ path: "/auth/me?page=0" })).toBe("401 not_authenticated");
  expect(await limited.outcome({ path: "/auth/me?page=0" })).toBe("429 rate_limited");
});
