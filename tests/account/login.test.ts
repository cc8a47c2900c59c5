import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { users } from "~/db/schema";
import { codeOf, type TestResponse } from "../support/client";
import { type AccountService, accountService } from "./service";

const password = "four sparrows";
const rightEmail = "mara@example.org";

/** Everything of an answer that a client can compare. */
const shape = ({ status, text, headers }: TestResponse) => {
  const { date: _, "x-request-id": __, ...others } = Object.fromEntries(headers);
  return { status, text, headers: others };
};

const hashOf = async ({ db }: Pick<AccountService, "db">, email: string) => {
  const [user] = await db
    .select({ hash: users.password_hash, version: users.token_version })
    .from(users)
    .where(eq(users.email, email));
  return user?.hash ?? "";
};

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
  await service.member(rightEmail, password);
});
afterAll(() => service[Symbol.asyncDispose]());

describe("POST /auth/login", () => {
  test("M51, B159: the email may be written in any case and padded", async () => {
    for (const email of [rightEmail, "MARA@Example.org", "  mara@example.org  "]) {
      const answer = await service.send("POST", "/auth/login", { email, password });
      expect([answer.status, answer.body]).toEqual([
        200,
        { access_token: expect.any(String), token_type: "bearer", expires_in: 604_800 },
      ]);
    }
  });

  test("M52, M56, B157, P16: every refused login answers the same bytes and headers", async () => {
    await service.member("broken@example.org", password);
    await service.db
      .update(users)
      .set({ password_hash: "not a hash" })
      .where(eq(users.email, "broken@example.org"));

    const attempts = {
      "unknown email": { email: "nobody@example.org", password },
      "malformed email": { email: "mara", password },
      "email with U+0000": { email: "mara\0@example.org", password },
      "Kelvin sign": { email: "\u212Aatie@example.org", password },
      "wrong password": { email: rightEmail, password: "five sparrows" },
      "empty password": { email: rightEmail, password: "" },
      "short password": { email: rightEmail, password: "four" },
      "password of 129": { email: rightEmail, password: `${password}${"x".repeat(116)}` },
      "password of 60,000": { email: rightEmail, password: "x".repeat(60_000) },
      "blocked password": { email: rightEmail, password: "12345678" },
      "password with U+0000": { email: rightEmail, password: `${password}\0` },
      "half a surrogate pair": { email: rightEmail, password: "sparrows\ud800" },
      "broken stored hash": { email: "broken@example.org", password },
    };
    const answers = await Promise.all(
      Object.values(attempts).map((body) => service.send("POST", "/auth/login", body)),
    );

    const [expected] = answers.map(shape);
    expect(expected).toMatchObject({
      status: 401,
      text: '{"error":{"code":"invalid_credentials","message":"The email or password is incorrect."}}',
    });
    expect(answers.map(shape)).toEqual(answers.map(() => expected as ReturnType<typeof shape>));
    expect(service.records).toEqual([
      { user_id: expect.any(String), message: "a stored password hash cannot be read" },
    ]);
  });

  test.each([
    ["no email", { password }],
    ["no password", { email: rightEmail }],
    ["email as a number", { email: 5, password }],
    ["password as a number", { email: rightEmail, password: 1234567890 }],
    ["password as null", { email: rightEmail, password: null }],
    ["password as a list", { email: rightEmail, password: ["sesame seeds"] }],
    ["one field more", { email: rightEmail, password, remember: true }],
    ["a list", []],
    ["null", "null"],
    ["no body", undefined],
  ])("B158: %s is refused with 422, unechoed", async (_, sent) => {
    const answer = await service.send("POST", "/auth/login", sent);

    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
    expect(answer.text).not.toMatch(/sparrows|mara@|sesame|1234567890/);
  });

  test("T15: a password opens the account however its letters are composed", async () => {
    await service.member("cafe@example.org", "cafe\u0301 au lait");

    const composed = { email: "cafe@example.org", password: "caf\u00e9 au lait" };
    expect((await service.send("POST", "/auth/login", composed)).status).toBe(200);
  });

  test("M19, M145: the stored hash is Argon2id with exactly the stated parameters", async () => {
    await using stated = await accountService({ database: service, passwords: {} });
    await stated.member("stated@example.org", password);
    const hash = await hashOf(service, "stated@example.org");
    const login = { email: "stated@example.org", password };
    const { status } = await stated.send("POST", "/auth/login", login);

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(status).toBe(200);
  });

  test("M145: a login under other parameters hashes the password anew, once", async () => {
    const email = "raised@example.org";
    const token = await service.member(email, password);
    await using raised = await accountService({
      database: service,
      passwords: { cost: { memoryCost: 128, timeCost: 2 } },
    });
    const login = (given: string) => raised.send("POST", "/auth/login", { email, password: given });

    const old = await hashOf(service, email);
    await login("five sparrows");
    const afterRefusal = await hashOf(service, email);
    await login(password);
    const first = await hashOf(service, email);
    const again = await login(password);
    const second = await hashOf(service, email);
    const me = await raised.send("GET", "/auth/me", undefined, token);

    expect(afterRefusal).toBe(old);
    expect(first).toStartWith("$argon2id$v=19$m=128,t=2,p=1$");
    expect([second, again.status, me.status]).toEqual([first, 200, 200]);
  });

  test("M145, T14: more logins than can be worked on or wait get 503 with Retry-After", async () => {
    const slow = { memoryCost: 19_456, timeCost: 6 };
    await using busy = await accountService({
      database: service,
      passwords: { cost: slow, parallel: 1, queue: 1 },
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        busy.send("POST", "/auth/login", { email: rightEmail, password: "five sparrows" }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 503);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect(refused.map(codeOf)).toEqual(refused.map(() => "not_ready"));
    expect(new Set(refused.map(({ headers }) => headers.get("retry-after")))).toEqual(
      new Set(["1"]),
    );
  });

  test("M145, F31: what finds no room is refused before it costs a statement", async () => {
    const nowhere = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
    await using full = await accountService({
      database: nowhere,
      passwords: { parallel: 0, queue: 0 },
    });
    const account = { email: rightEmail, password: "four sparrows" };
    const { text: login } = await full.send("POST", "/auth/login", account);
    const body = { ...account, display_name: "Mara" };
    const { text: register } = await full.send("POST", "/auth/register", body);
    await nowhere.close();

    expect(login).toContain("Too many logins at once");
    expect(register).toBe(login);
    expect(full.records).toEqual([]);
  });

  test("M19: the plain password is neither stored nor logged", async () => {
    await service.member("marker@example.org", "marker-QX7-password");
    await service.send("POST", "/auth/login", { email: "x", password: "marker-QX7-password" });

    const stored = JSON.stringify(await service.db.select().from(users));
    expect([stored, JSON.stringify(service.records)].join()).not.toContain("marker-QX7");
  });
});
