import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { Tokens } from "~/account/auth/token";
import { users } from "~/db/schema";
import { uuid } from "../catalog/ids";
import {
  claims,
  encoded,
  forgeFrom,
  having,
  header,
  now,
  parts,
  signed,
  valid,
  variants,
} from "./forged-tokens";
import { type AccountService, accountService, secret } from "./service";

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
  forgeFrom(await service.member("mara@example.org"));
});
afterAll(() => service[Symbol.asyncDispose]());

const me = (authorization: string, at: Pick<AccountService, "request"> = service) =>
  at.request("GET", "/auth/me", { headers: { authorization } });

const refusal = (code: string, message: string) => ({
  status: 401,
  body: { error: { code, message } },
  scheme: "Bearer",
  cache: "no-store",
  vary: "Authorization",
});
const invalid = refusal("invalid_token", "The access token is not valid.");
const expired = refusal("token_expired", "The access token has expired; log in again.");
const absent = refusal(
  "not_authenticated",
  "This needs an access token: Authorization: Bearer <token>.",
);
const seen = ({ status, body, headers }: Awaited<ReturnType<typeof me>>) => ({
  status,
  body,
  scheme: headers.get("www-authenticate"),
  cache: headers.get("cache-control"),
  vary: headers.get("vary"),
});

describe("access tokens", () => {
  test("M140, M142, M143: header and claims are exactly the stated ones", () => {
    expect(parts()[0]).toBe(encoded(header));
    expect(claims).toEqual({
      sub: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      iat: expect.any(Number),
      exp: claims.iat + 604_800,
      iss: "media-catalog",
      aud: "media-catalog",
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tv: 0,
    });
  });

  test("M143: the odd tokens below differ from one that is accepted in one thing only", async () => {
    const accepted = [valid, signed(claims), signed(claims, { typ: "JWT", alg: "HS256" })];
    for (const token of accepted) expect((await me(`Bearer ${token}`)).status).toBe(200);
    expect(new Set(variants.map(([, make]) => make())).size).toBe(variants.length);
  });

  test.each(variants)("P17, S6, T13, B160: a token with %s is refused", async (_, make) => {
    expect(seen(await me(`Bearer ${make()}`))).toEqual(invalid);
  });

  test("M143: a token lives 30 seconds longer than it says, not more", async () => {
    const old = { iat: now() - 700_000 };
    const lately = await me(`Bearer ${having({ ...old, exp: now() - 20 })}`);
    const before = await me(`Bearer ${having({ ...old, exp: now() - 31 })}`);
    const ahead = await me(`Bearer ${having({ iat: now() + 20 })}`);

    expect([lately.status, ahead.status]).toEqual([200, 200]);
    expect(seen(before)).toEqual(expired);
  });

  test("only a token that was valid once is called expired", async () => {
    const past = { iat: now() - 7_200, exp: now() - 3_600 };
    const foreign = signed(
      { ...claims, ...past },
      header,
      "another key of more than 32 characters",
    );

    expect(seen(await me(`Bearer ${having(past)}`))).toEqual(expired);
    expect(seen(await me(`Bearer ${foreign}`))).toEqual(invalid);
    expect(seen(await me(`Bearer ${having({ ...past, aud: ["media-catalog"] })}`))).toEqual(
      invalid,
    );
  });

  test.each<[string, () => Record<string, string>, string]>([
    ["no header", () => ({}), ""],
    ["Bearer alone", () => ({ authorization: "Bearer" }), ""],
    ["Bearer and a space", () => ({ authorization: "Bearer " }), ""],
    ["another scheme", () => ({ authorization: "Basic bWFyYTpzcGFycm93cw==" }), ""],
    ["a token without a scheme", () => ({ authorization: valid }), ""],
    ["a token in the query", () => ({}), `?access_token=${valid}`],
    ["a token in a cookie", () => ({ cookie: `access_token=${valid}` }), ""],
    ["a token in X-Admin-Token", () => ({ "x-admin-token": valid }), ""],
  ])("M54, B160: %s is no token", async (_, headers, query) => {
    const answer = await service.request("GET", `/auth/me${query}`, { headers: headers() });
    expect(seen(answer)).toEqual(absent);
  });

  test("B160: the scheme may be in any case; two spaces or two headers are refused", async () => {
    const two = `Authorization: Bearer ${valid}\r\nAuthorization: Bearer ${valid}`;

    expect((await me(`bearer ${valid}`)).status).toBe(200);
    expect((await me(`BEARER ${valid}`)).status).toBe(200);
    expect(seen(await me(`Bearer  ${valid}`))).toEqual(invalid);
    expect(await statusOf(service.port, two)).toBe(401);
  });

  test("S7: raising the version of an account revokes its tokens", async () => {
    const token = await service.member("version@example.org");
    const login = { email: "version@example.org", password: "a good password" };
    await service.db
      .update(users)
      .set({ token_version: sql`token_version + 1` })
      .where(eq(users.email, login.email));
    const revoked = await me(`Bearer ${token}`);
    const { body } = await service.send<{ access_token: string }>("POST", "/auth/login", login);

    expect(seen(revoked)).toEqual(invalid);
    expect((await me(`Bearer ${body.access_token}`)).status).toBe(200);
  });

  test("M54, S7: the token of a deleted account is refused", async () => {
    const token = await service.member("deleted@example.org");
    await service.db.delete(users).where(eq(users.email, "deleted@example.org"));

    expect(seen(await me(`Bearer ${token}`))).toEqual(invalid);
  });

  test("M143, S8: an earlier key verifies and never signs; once dropped it does not", async () => {
    const key = "the key that follows, also long enough";
    const login = { email: "mara@example.org", password: "a good password" };
    await using rotated = await accountService({
      database: service,
      secretKey: { current: key, previous: ["an even earlier key, also long enough", secret] },
    });
    await using dropped = await accountService({
      database: service,
      secretKey: { current: key, previous: [] },
    });
    const { body } = await rotated.send<{ access_token: string }>("POST", "/auth/login", login);
    const statuses = async (token: string) => [
      (await me(`Bearer ${token}`, rotated)).status,
      (await me(`Bearer ${token}`, dropped)).status,
      (await me(`Bearer ${token}`)).status,
    ];

    expect(await statuses(valid)).toEqual([200, 401, 200]);
    expect(await statuses(body.access_token)).toEqual([200, 200, 401]);
  });

  test("P17: of 1,000 tokens none is lost while the old key is kept, all once it is dropped", async () => {
    const subject = { user_id: uuid(1), token_version: 3 };
    const old = new Tokens({ current: secret, previous: [] }, 600);
    const kept = new Tokens({ current: "k".repeat(40), previous: [secret] }, 600);
    const dropped = new Tokens({ current: "k".repeat(40), previous: [] }, 600);
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => old.sign(subject)));
    const accepted = async (by: Tokens) => {
      const results = await Promise.allSettled(
        tokens.map((token) => by.subject(`Bearer ${token}`)),
      );
      return results.filter(({ status }) => status === "fulfilled").length;
    };

    expect(new Set(tokens).size).toBe(1_000);
    expect(await accepted(kept)).toBe(1_000);
    expect(await accepted(dropped)).toBe(0);
    expect(await kept.subject(`Bearer ${tokens[0]}`)).toEqual(subject);
  });

  test("M143: a token that lives as the setting says tells so", async () => {
    await using short = await accountService({ database: service, tokenTtlSeconds: 300 });
    const login = { email: "mara@example.org", password: "a good password" };
    const { body } = await short.send<{ expires_in: number }>("POST", "/auth/login", login);

    expect(body).toMatchObject({ expires_in: 300 });
  });

  test("no refusal was a failure of the service", () => {
    expect(service.records).toEqual([]);
  });
});

/** The status of GET /auth/me under header lines that fetch would merge. */
async function statusOf(port: number, lines: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  const head = `GET /api/v1/auth/me HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n${lines}`;
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(`${head}\r\n\r\n`),
      data: (_, chunk) => {
        received += chunk.toString();
      },
      close: () => resolve(received),
    },
  });
  return Number((await promise).split(" ")[1]);
}
