import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type LoginOptions, login } from "~/account/auth/login";
import { LoginLimit } from "~/account/auth/login-limit";
import { openDatabase } from "~/db/client";
import { ApiError } from "~/http/errors";
import { type TestDatabase, testDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.db.execute(sql`
    insert into users (id, email, display_name, password_hash)
    select uuidv7(), 'user' || n || '@example.test', 'Mara', '-' from generate_series(1, ${accounts}) n`);
});
afterAll(() => database.close());

const secret = "0123456789-0123456789-0123456789-01";

/** Each test logs in to an account of its own. */
let used = 0;
const newEmail = () => `user${++used}@example.test`;
const accounts = 40;

type Check = LoginOptions["passwords"]["check"];
const wrong: Check = async () => ({ correct: false, rehashed: undefined, unreadable: false });
const right: Check = async () => ({ correct: true, rehashed: undefined, unreadable: false });

/** A login under a limit of `failures`, whose password check is `check`. */
const limit =
  (failures = 10, { db }: Pick<TestDatabase, "db"> = database) =>
  async (email: string, network: string, check: Check): Promise<string> => {
    const passwords = { inTurn: <T>(request: () => Promise<T>) => request(), check };
    const options = { db, limit: new LoginLimit({ db, failures, secret }), passwords, log };
    await login(options, { email, password: "four sparrows" }, network);
    return "token";
  };
const log = { error: () => {} };

/** The result of a login, or the code of its error. */
const outcome = async (attempt: Promise<string>): Promise<string> => {
  try {
    return await attempt;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
};

const repeat = async (count: number, run: (index: number) => Promise<string>) => {
  const found: string[] = [];
  for (let index = 0; index < count; index++) found.push(await outcome(run(index)));
  return found;
};

const failed = (count: number) => Array<string>(count).fill("invalid_credentials");
const refused = (count: number) => Array<string>(count).fill("rate_limited");

/** Moves all counters of this database back in time. */
const elapse = (interval: string) =>
  database.db.execute(sql`
    update login_failures set ends_at = ends_at - ${interval}::interval,
      next_at = next_at - ${interval}::interval`);

describe("failed logins", () => {
  test("S1, M151: after 10 failures even the right password waits, for 15 minutes", async () => {
    const guard = limit();
    const email = newEmail();

    const found = await repeat(13, () => guard(email, "192.0.2.1", wrong));
    expect(found).toEqual([...failed(10), ...refused(3)]);
    expect(await outcome(guard(email, "192.0.2.1", right))).toBe("rate_limited");
    await elapse("15 minutes");
    expect(await outcome(guard(email, "192.0.2.1", right))).toBe("token");
  });

  test("S1: the refusal says when to retry", async () => {
    const guard = limit(1);
    const email = newEmail();
    await outcome(guard(email, "192.0.2.1", wrong));

    const error = await guard(email, "192.0.2.1", right).catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(ApiError);
    const { retryAfter = 0, headers } = error as ApiError;
    expect(retryAfter).toBeGreaterThan(890);
    expect(retryAfter).toBeLessThanOrEqual(900);
    expect(headers["retry-after"]).toBe(String(retryAfter));
  });

  test("S1: 100 wrong logins at once are compared 10 times", async () => {
    const guard = limit();
    const email = newEmail();
    let compared = 0;
    const attempt: Check = (...given) => {
      compared += 1;
      return wrong(...given);
    };

    await Promise.all(
      Array.from({ length: 100 }, () => outcome(guard(email, "192.0.2.1", attempt))),
    );

    expect(compared).toBe(10);
  });

  test("5.4: a success clears the count of its network, and of no other", async () => {
    const guard = limit(3);
    const email = newEmail();
    await repeat(2, () => guard(email, "192.0.2.1", wrong));
    await repeat(3, () => guard(email, "192.0.2.2", wrong));

    expect(await outcome(guard(email, "192.0.2.1", right))).toBe("token");
    expect(await repeat(4, () => guard(email, "192.0.2.1", wrong))).toEqual([
      ...failed(3),
      ...refused(1),
    ]);
    expect(await outcome(guard(email, "192.0.2.2", right))).toBe("rate_limited");
  });

  test("another network and another email have counts of their own", async () => {
    const guard = limit(1);
    const email = newEmail();
    await outcome(guard(email, "192.0.2.1", wrong));

    expect(await outcome(guard(email, "192.0.2.2", wrong))).toBe("invalid_credentials");
    expect(await outcome(guard(newEmail(), "192.0.2.1", wrong))).toBe("invalid_credentials");
  });

  test("S2: from 200 networks one email is compared 100 times, then once a minute", async () => {
    const guard = limit();
    const email = newEmail();
    const from = (index: number) => guard(email, `198.51.100.${index}`, wrong);

    const found = await repeat(200, from);
    expect(found).toEqual([...failed(101), ...refused(99)]);
    await elapse("1 minute");
    expect(await repeat(5, (index) => from(index + 201))).toEqual([...failed(1), ...refused(4)]);
  });

  test("S3: while an email is under attack its owner gets in from a network known before", async () => {
    const guard = limit();
    const email = newEmail();
    await outcome(guard(email, "192.0.2.1", right));
    await repeat(150, (index) => guard(email, `198.51.100.${index}`, wrong));

    expect(await outcome(guard(email, "192.0.2.1", right))).toBe("token");
    expect(await outcome(guard(email, "192.0.2.2", right))).toBe("rate_limited");
  });

  test("100 successes in a day are no failures", async () => {
    const guard = limit();
    const email = newEmail();

    const found = await repeat(120, (index) => guard(email, `198.51.100.${index}`, right));

    expect(new Set(found)).toEqual(new Set(["token"]));
  });

  test("F31: a login whose password was never compared does not count", async () => {
    const guard = limit(2);
    const email = newEmail();
    const busy = async () => {
      throw new ApiError("not_ready");
    };

    expect(new Set(await repeat(20, () => guard(email, "192.0.2.1", busy)))).toEqual(
      new Set(["not_ready"]),
    );
    expect(await repeat(3, () => guard(email, "192.0.2.1", wrong))).toEqual([
      ...failed(2),
      ...refused(1),
    ]);
  });

  test("P23, S4: the tables hold digests, neither emails nor addresses", async () => {
    const email = newEmail();
    await outcome(limit()(email, "192.0.2.99", wrong));
    await outcome(limit()(email, "192.0.2.99", right));

    const rows = await database.db.execute<{ key: string }>(sql`
      select encode(key, 'escape') as key from login_failures
      union all select encode(key, 'escape') from login_networks`);

    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ key }) => key.includes("example") || key.includes("192"))).toEqual([]);
  });

  test("0 is no limit", async () => {
    const email = newEmail();

    expect(await repeat(30, () => limit(0)(email, "192.0.2.1", wrong))).toEqual(failed(30));
  });

  test("5.4: without the counters nobody logs in", async () => {
    const gone = openDatabase({ url: "postgres://nobody:pw@127.0.0.1:1/none" });
    let tried = false;
    const attempt: Check = (...given) => {
      tried = true;
      return right(...given);
    };

    const guard = limit(10, gone);

    await expect(guard(newEmail(), "192.0.2.1", attempt)).rejects.toThrow();
    expect(tried).toBe(false);
    await gone.close();
  });
});
