import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { users } from "~/db/schema";
import { codeOf } from "../support/client";
import { type AccountService, accountService } from "./service";

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
});
afterAll(() => service[Symbol.asyncDispose]());

const body = (fields: object) => ({
  email: "mara@example.org",
  password: "four sparrows",
  display_name: "Mara",
  ...fields,
});
const without = (field: string) =>
  Object.fromEntries(Object.entries(body({})).filter(([name]) => name !== field));
const emails = async () =>
  (await service.db.select({ email: users.email }).from(users)).map(({ email }) => email);

/** Every text of some length inside a value; none of them may come back in a refusal. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.length > 3 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Exactly 64 and 254 characters long. */
const longLocalPart = "l".repeat(64);
const longEmail = `${longLocalPart}@${"d".repeat(63)}.${"d".repeat(63)}.${"d".repeat(61)}`;

const refused: [string, unknown][] = [
  ["B122: no body", undefined],
  ["B123: null", "null"],
  ["B124: a list", []],
  ["B125: a text", '"x"'],
  ["B126: no email", without("email")],
  ["B126: no password", without("password")],
  ["B126: no display_name", without("display_name")],
  ["B127: is_admin", body({ is_admin: true })],
  ["B128: id", body({ id: "user_01990000000070008000000000000001" })],
  ["S11: created_at", body({ created_at: "2020-01-01T00:00:00Z" })],
  ["S11: token_version", body({ token_version: 7 })],
  [
    "B129: a key twice, the last one wrong",
    '{"email":"a@b.c","password":"four sparrows","display_name":"Mara","email":"a"}',
  ],
  [
    "B130: __proto__",
    '{"email":"a@b.c","password":"four sparrows","display_name":"Mara","__proto__":{"polluted":1}}',
  ],
  ["B131: email a", body({ email: "a" })],
  ["B132: email a@", body({ email: "a@" })],
  ["B133: email @b.c", body({ email: "@b.c" })],
  ["B134: email with two @", body({ email: "a@b@c.d" })],
  ["B135: email with a space", body({ email: "a b@c.d" })],
  ["B136: email with an empty label", body({ email: "a@b..c" })],
  ["B137: email with a line break", body({ email: "a@b.c\n" })],
  ["B138: email with U+0000", body({ email: "a\u0000@b.c" })],
  ["B139: email of 255 characters", body({ email: `${longEmail}d` })],
  ["B140: local part of 65 characters", body({ email: `l${longLocalPart}@b.c` })],
  ["B141: Kelvin sign in the email", body({ email: "\u212Aatie@b.c" })],
  ["B141: Cyrillic a in the email", body({ email: "\u0430nna@b.c" })],
  ["B141: full-width at in the email", body({ email: "anna\uFF20b.c" })],
  ["B142: dotted capital I in the email", body({ email: "\u0130@x.y" })],
  ["B143: email as a number", body({ email: 5 })],
  ["B143: email as a list", body({ email: ["a@b.c"] })],
  ["B143: email as an object", body({ email: { at: "a@b.c" } })],
  ["B145: password of 7 characters", body({ password: "sparrow" })],
  ["B146: password of 129 characters", body({ password: `${"ab".repeat(64)}a` })],
  ["B148: password with U+0000", body({ password: "four\u0000sparrows" })],
  [
    "B149: password with half a surrogate pair",
    '{"email":"a@b.c","password":"sparrows\\ud800","display_name":"Mara"}',
  ],
  ["B150: password 12345678", body({ password: "12345678" })],
  ["B150: password 1234567890", body({ password: "1234567890" })],
  ["B150: password hgfedcba", body({ password: "hgfedcba" })],
  ["B150: password of one repeated character", body({ password: "zzzzzzzzzz" })],
  ["B150: the email as password", body({ password: "MARA@example.org " })],
  ["password as a number", body({ password: 12345678901 })],
  ["B152: no characters in display_name", body({ display_name: "" })],
  ["B153: only spaces in display_name", body({ display_name: " \u3000\u200b " })],
  ["B154: display_name of 81 characters", body({ display_name: "n".repeat(81) })],
  ["B155: CR LF in display_name", body({ display_name: "Mara\r\n" })],
  ["B155: U+0000 in display_name", body({ display_name: "Ma\u0000ra" })],
  ["B155: U+202E in display_name", body({ display_name: "Ma\u202era" })],
];

describe("POST /auth/register", () => {
  test.each(refused)("%s is refused with 422, unechoed, and leaves no row", async (_, sent) => {
    const before = await emails();
    const answer = await service.send("POST", "/auth/register", sent);

    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
    const echoed = textsOf(typeof sent === "string" ? JSON.parse(sent) : sent).filter(
      (text) => answer.text.includes(text) || answer.text.includes(JSON.stringify(text)),
    );
    expect(echoed).toEqual([]);
    expect(await emails()).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("B147: a password of 100 KB is refused with 413", async () => {
    const answer = await service.send(
      "POST",
      "/auth/register",
      body({ password: "pw".repeat(5e4) }),
    );
    expect([answer.status, codeOf(answer)]).toEqual([413, "payload_too_large"]);
  });

  test("M49, M57: it makes an account and answers 201 with a token for it", async () => {
    const answer = await service.send<{ access_token: string }>(
      "POST",
      "/auth/register",
      body({ email: " New@Example.ORG ", display_name: "  Mara Vale " }),
    );
    const me = await service.send("GET", "/auth/me", undefined, answer.body.access_token);

    expect([answer.status, answer.body as unknown]).toEqual([
      201,
      {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: "bearer",
        expires_in: 604_800,
      },
    ]);
    expect([me.status, me.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^user_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
        email: "new@example.org",
        display_name: "Mara Vale",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  test.each([
    ["B129: a key twice, the last one counts", { email: "last@example.org" }],
    ["B151: a password of 8 emoji", { email: "emoji@example.org", password: "🦊🐻🐼🐨🐯🦁🐮🐷" }],
    ["M56: a password of 128 characters", { email: "long@example.org", password: "ab".repeat(64) }],
    ["M56: a password of 8 characters", { email: "short@example.org", password: "sparrow5" }],
    ["M56: an email of 254 characters", { email: longEmail }],
    ["M56: an email of 3 characters", { email: "a@b" }],
    ["M56: a display_name of 80 emoji", { email: "e@example.org", display_name: "🦊".repeat(80) }],
    ["B156: markup in display_name", { email: "m@example.org", display_name: "<script>" }],
    ["a family joined by U+200D", { email: "f@example.org", display_name: "👩‍👧" }],
  ])("%s is accepted", async (name, fields) => {
    const json = JSON.stringify(body(fields));
    const sent = name.startsWith("B129") ? json.replace("{", '{"email":"first",') : json;
    const answer = await service.send<{ access_token: string }>("POST", "/auth/register", sent);
    const me = await service.send("GET", "/auth/me", undefined, answer.body.access_token);

    const { email, display_name } = body(fields);
    expect([answer.status, me.body]).toEqual([
      201,
      { id: expect.any(String), email, display_name, created_at: expect.any(String) },
    ]);
  });

  test.each(["Taken@Example.org", "taken@example.org", "  TAKEN@EXAMPLE.ORG "])(
    "M50, B144: a taken email is refused with 409 however it is written (%s)",
    async (email) => {
      await service.send("POST", "/auth/register", body({ email: "taken@example.org" }));
      const answer = await service.send("POST", "/auth/register", body({ email }));

      expect([answer.status, answer.body]).toEqual([
        409,
        {
          error: {
            code: "email_already_registered",
            message: "An account with this email exists.",
          },
        },
      ]);
    },
  );

  test("M20, F23: of 100 registrations of one email at once one succeeds, 99 get 409", async () => {
    const spellings = [
      "race@example.org",
      "Race@Example.org",
      "RACE@EXAMPLE.ORG",
      " race@example.org",
    ];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        service.send("POST", "/auth/register", body({ email: spellings[n % 4] })),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;

    expect({ 201: count(201), 409: count(409) }).toEqual({ 201: 1, 409: 99 });
    expect((await emails()).filter((email) => email === "race@example.org")).toHaveLength(1);
    expect(service.records).toEqual([]);
  });

  test("S3: who registered gets in from there while strangers try the email", async () => {
    await using guarded = await accountService({
      database: service,
      trustedProxies: 1,
      loginFailures: 10,
    });
    const account = { email: "guarded@example.org", password: "four sparrows" };
    const from = (network: string, path: string, body: object) =>
      guarded.request("POST", path, {
        headers: { "content-type": "application/json", "x-forwarded-for": network },
        body: JSON.stringify(body),
      });
    await from("192.0.2.1", "/auth/register", { ...account, display_name: "Mara" });
    for (let n = 0; n < 110; n++) {
      await from(`198.51.100.${n}`, "/auth/login", { ...account, password: "five sparrows" });
    }

    const { status } = await from("192.0.2.1", "/auth/login", account);
    const elsewhere = await from("192.0.2.2", "/auth/login", account);

    expect([status, elsewhere.status]).toEqual([200, 429]);
  });
});
