import { describe, expect, spyOn, test } from "bun:test";
import { normalizeEmail } from "~/account/auth/email";
import { HashingQueue, Passwords } from "~/account/auth/password";
import { passwordProblem } from "~/account/auth/password-policy";
import { ApiError } from "~/http/errors";

const cost = { memoryCost: 64, timeCost: 1 };

describe("passwords", () => {
  test("P16: every refusal verifies against a hash of the current cost exactly once", async () => {
    const passwords = new Passwords({ cost });
    const stored = await passwords.hash("four sparrows");
    const verify = spyOn(Bun.password, "verify");
    const attempts: [string, string | undefined][] = [
      ["four sparrows", undefined],
      ["five sparrows", stored],
      ["", stored],
      ["x".repeat(50_000), stored],
      ["x".repeat(129), undefined],
      ["\ud800", stored],
    ];
    for (const [password, hash] of attempts) {
      verify.mockClear();
      const verdict = await passwords.check(password, hash);

      expect(verdict).toEqual({ correct: false, rehashed: undefined, unreadable: false });
      expect(verify.mock.calls).toEqual([
        [expect.stringMatching(/./s), expect.stringMatching(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)],
      ]);
    }
    verify.mockRestore();
  });

  test("T15: a stored hash that cannot be read is a refusal after the same work", async () => {
    const passwords = new Passwords({ cost });
    const verify = spyOn(Bun.password, "verify");
    const verdict = await passwords.check("four sparrows", "not a hash");

    expect(verdict).toEqual({ correct: false, rehashed: undefined, unreadable: true });
    expect(verify.mock.calls.at(-1)?.[1]).toStartWith("$argon2id$v=19$m=64,t=1,p=1$");
    verify.mockRestore();
  });

  test("the dummy's password is unknown: no text opens an account that is not there", async () => {
    const passwords = new Passwords({ cost });
    for (const text of ["", "\0", "dummy", "undefined"]) {
      expect((await passwords.check(text, undefined)).correct).toBe(false);
    }
  });

  test.each([
    ["correct horse", undefined],
    ["password123", undefined],
    ["aaaaaaab", undefined],
    ["24681012", undefined],
    ["89012345", "must not be one repeated character or a plain run"],
    ["54321098", "must not be one repeated character or a plain run"],
    ["abcdefgh", "must not be one repeated character or a plain run"],
    ["１２３４５６７８", "must not be one repeated character or a plain run"],
    ["a@b.cdef", "must not be the email"],
    ["A@B.CDEF", "must not be the email"],
    ["e\u0301".repeat(4), "must be text of 8 to 128 characters"],
    ["\uFDFA".repeat(8), "must be text of 8 to 128 characters"],
  ])("M56: %s as a password: %s", (password, problem) => {
    expect(passwordProblem(password, "a@b.cdef")).toBe(problem as string);
  });
});

describe("normalizeEmail", () => {
  test("T17: no two accepted spellings meet but by the case of ASCII letters", () => {
    const tail = "atie@example.org";
    const meeting = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
      .map((letter) => [letter, normalizeEmail(letter + tail)])
      .filter(([, email]) => email === `k${tail}`)
      .map(([letter]) => letter);

    expect(meeting).toEqual(["K", "k"]);
  });

  test("M20: 60,000 spaces are judged at once", () => {
    const spaces = " ".repeat(60_000);
    const start = performance.now();
    expect(normalizeEmail(`${spaces}A@b.c${spaces}`)).toBe("a@b.c");
    expect(normalizeEmail(`a${spaces}@b.c`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(100);
  });
});

describe("the queue before hashing", () => {
  test("M145: so many run, so many wait in their order, the next is refused", async () => {
    const tasks = new HashingQueue({ parallel: 2, queue: 2 });
    const started: number[] = [];
    const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
    const works = ends.map(({ promise }, n) =>
      tasks.run(() => {
        started.push(n);
        return promise;
      }),
    );
    const refusal = await tasks.run(async () => 5).catch((error: unknown) => error);

    expect(started).toEqual([0, 1]);
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as ApiError).code).toBe("not_ready");
    ends.forEach(({ resolve }, n) => void resolve(n));
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test("work that fails gives its place back", async () => {
    const tasks = new HashingQueue({ parallel: 1, queue: 0 });
    await tasks.run(() => Promise.reject(new Error("no"))).catch(() => {});
    expect(await tasks.run(async () => "yes")).toBe("yes");
  });
});
