import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, each, operations } from "./documented";
import { type WholeService, wholeService } from "./service";

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const headers = { "content-type": "application/json" };
const account = { email: "mara@example.org", password: "four sparrows", display_name: "Mara" };
const post = (path: string, body: unknown) => ({
  method: "POST",
  path,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const register = (changes: object) => post("/auth/register", { ...account, ...changes });

describe("POST /auth/register", () => {
  test.each<[string, unknown]>([
    ["B131", "a"],
    ["B132", "a@"],
    ["B133", "@b.c"],
    ["B134", "a@b@c.d"],
    ["B135", "a b@c.d"],
    ["B136", "a@b..c"],
    ["B137", "a@b.c\n"],
    ["B138", "a\0@b.c"],
    ["B139", `${"a".repeat(60)}@${"b.".repeat(96)}ccc`],
    ["B140", `${"a".repeat(65)}@b.c`],
    ["B141", "\u212aatie@b.c"],
    ["B141", "аlice@b.c"],
    ["B141", "alice＠b.c"],
    ["B142", "İ@x.y"],
    ["B143", 1],
    ["B143", ["a@b.c"]],
    ["B143", { a: "a@b.c" }],
  ])("M56, T17, %s: %p is no email", async (_, email) => {
    expect(await service.refused(register({ email }))).toBe("422 validation_error");
  });

  test.each<[string, unknown]>([
    ["B145", "sparrow"],
    ["B146", `${"ab".repeat(64)}c`],
    ["B148", "four\0sparrows"],
    ["B149", "four sparrows \ud800"],
    ["B150", "12345678"],
    ["B150", "aaaaaaaaaa"],
    ["B150", account.email],
    ["B158", 12_345_678],
  ])("M56, T15, %s: %p is no password, and is not repeated", async (_, password) => {
    const sent = register({ password });

    expect(await service.refused(sent)).toBe("422 validation_error");
    expect((await service.ask(sent)).text).not.toContain(String(password));
  });

  test("M154, B147: a password of 100 KB is too large a body", async () => {
    expect(await service.refused(register({ password: "x".repeat(100_000) }))).toBe(
      "413 payload_too_large",
    );
  });

  test.each([
    ["B152", ""],
    ["B153", "   "],
    ["B154", "n".repeat(81)],
    ["B155", "a\r\nb"],
    ["B155", "a\0b"],
    ["B155", "a\u202eb"],
  ])("M56, %s: %p is no display name", async (_, display_name) => {
    expect(await service.refused(register({ display_name }))).toBe("422 validation_error");
  });

  test("B129, B151, B156: eight emoji, markup and a key given twice are taken", async () => {
    const emoji = register({ email: "emoji@example.org", password: "🎬🍿🎞📽🎥🎭🎟🎪" });
    const markup = register({ email: "markup@example.org", display_name: "<script>" });
    const twice = `{"email":"a","email":"twice@example.org","password":"four sparrows","display_name":"T"}`;

    expect(await service.outcome(emoji)).toBe("201");
    const { body } = await service.ask(markup);
    const authorization = `Bearer ${body.access_token}`;
    const me = await service.ask({ path: "/auth/me", headers: { authorization } });
    expect(me.body.display_name).toBe("<script>");
    expect(await service.outcome(post("/auth/register", twice))).toBe("201");
  });
});

describe("POST /auth/login", () => {
  const login = (email: unknown, password: unknown) => post("/auth/login", { email, password });

  test("M20, M50, M144, B144, B159: an email is the same in any case and padded", async () => {
    const email = "  Bo@Example.ORG ";

    expect(await service.outcome(register({ email: "bo@example.org" }))).toBe("201");
    expect(await service.outcome(register({ email }))).toBe("409 email_already_registered");
    expect(await service.outcome(login(email, account.password))).toBe("200");
  });

  test.each([
    ["too short", "x"],
    ["empty", ""],
    ["of 129 characters", `${"ab".repeat(64)}c`],
    ["one no account may have", "12345678"],
    ["with U+0000", "four\0sparrows"],
  ])("M52, M56, B157: a password that is %s is wrong like any other", async (_, password) => {
    const answer = await service.ask(login("owner@example.org", password));

    expect([answer.status, answer.text]).toEqual([
      401,
      '{"error":{"code":"invalid_credentials","message":"The email or password is incorrect."}}',
    ]);
  });

  test.each<[unknown, unknown]>([
    [1, "four sparrows"],
    [["a@b.c"], "four sparrows"],
    ["a@b.c", null],
    ["a@b.c", undefined],
    [undefined, "four sparrows"],
  ])("B158: %p and %p are no credentials", async (email, password) => {
    expect(await service.refused(login(email, password))).toBe("422 validation_error");
  });
});

describe("Authorization", () => {
  const owned = operations.filter(({ as }) => as === "account");
  const administered = operations.filter(({ as }) => as === "operator");
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test.each<[string, () => Record<string, string>]>([
    ["no header", () => ({})],
    ["Bearer alone", () => ({ authorization: "Bearer" })],
    ["another scheme", () => ({ authorization: `Basic ${btoa("a:b")}` })],
    ["two spaces", () => bearer(` ${service.token}`)],
    ["16 KB", () => bearer("x".repeat(15_000))],
    ["a token of nobody", () => bearer("a.b.c")],
    ["the operator's token", () => service.keys.operator],
    ["the token in a cookie", () => ({ cookie: `access_token=${service.token}` })],
  ])(
    "M54, M63, S6, B160: with %s every account operation is 401 with a challenge",
    async (_, given) => {
      const found = await each(owned, async ({ method, path }) => {
        const answer = await service.ask({
          method,
          path: `${path}?access_token=${service.token}`,
          headers: given(),
        });
        const { headers: told } = answer;
        return [
          answer.status,
          told.get("www-authenticate"),
          told.get("cache-control"),
          told.get("vary"),
        ];
      });

      expect(found).toEqual(all(owned, [401, "Bearer", "no-store", "Authorization"]));
    },
  );

  test("B160: the scheme may be in any case", async () => {
    const given = { authorization: `bearer ${service.token}` };

    expect(await service.outcome({ path: "/auth/me", headers: given })).toBe("200");
  });

  test.each<[string, () => Record<string, string>]>([
    ["no header", () => ({})],
    ["an account's token", () => service.keys.account],
    ["an empty token", () => bearer("")],
    ["a part of it", () => bearer("operator-0123456789")],
    ["capitals", () => ({ authorization: service.keys.operator.authorization.toUpperCase() })],
    [
      "it twice",
      () => ({ "x-admin-token": `${service.keys.operator.authorization.slice(7)}`.repeat(2) }),
    ],
  ])("M139, S9: with %s every operation of administration is 401", async (_, given) => {
    const found = await each(administered, async ({ method, path }) => {
      const { status, body, headers: told } = await service.ask({ method, path, headers: given() });
      return [
        status,
        body.error?.code,
        told.get("www-authenticate"),
        told.get("cache-control"),
        told.get("vary"),
      ];
    });

    expect(found).toEqual(
      all(administered, [
        401,
        "admin_auth_required",
        "Bearer",
        "no-store",
        "Authorization, X-Admin-Token",
      ]),
    );
  });
});
