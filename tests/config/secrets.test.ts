import { describe, expect, test } from "bun:test";
import { loadConfig } from "~/config";
import { file, long, mistakesOf, random } from "./environment";

describe("the secrets of the configuration", () => {
  test("M141: production without a secret key does not start and says how to make one", () => {
    expect(mistakesOf({ NODE_ENV: "production" })).toEqual([
      "SERVICE_SECRET_KEY must be set in production; make one with: openssl rand -base64 48",
    ]);
  });

  test.each(["q".repeat(40), "hunter2", `${long("k")},${long("l")}`])(
    "M141: production with the unfit secret key %p does not start",
    (key) => {
      const [mistake = "", ...others] = mistakesOf({
        NODE_ENV: "production",
        SERVICE_SECRET_KEY: key,
      });

      expect(mistake).toStartWith("SERVICE_SECRET_KEY must be one entry of 32 or more");
      expect(mistake).toEndWith("; make one with: openssl rand -base64 48");
      expect(mistake).not.toContain(key);
      expect(others).toEqual([]);
    },
  );

  test("M141: at home an unfit secret key is replaced by a made one, with a warning", () => {
    const { secretKey, warnings } = loadConfig({ SERVICE_SECRET_KEY: "hunter2" }, { random });

    expect(secretKey).toEqual({ generated: true, current: random(), previous: [] });
    expect(warnings).toEqual([
      "SERVICE_SECRET_KEY is not used (it must be 32 or more printable ASCII characters, not all the same): access tokens end with this process",
    ]);
  });

  test("M141: a command that serves no HTTP needs no secret key in production", () => {
    const { secretKey } = loadConfig({ NODE_ENV: "production" }, { serves: false, random });

    expect(secretKey).toEqual({ generated: true, current: random(), previous: [] });
  });

  test("M139, M141: made secrets are long and new each time", () => {
    const [one, two] = [loadConfig({}), loadConfig({})];
    const secrets = [one, two].flatMap(({ admin, secretKey }) => [
      ...admin.tokens,
      secretKey.current,
    ]);

    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{48}$/);
  });

  test("a secret can come from a file, whose last line break does not count", () => {
    const { tmdb } = loadConfig({ TMDB_API_TOKEN_FILE: file("from-file\n") });

    expect(tmdb.token).toBe("from-file");
  });

  test("F35: a secret file that cannot be read, or a secret given twice, is a mistake", () => {
    expect(mistakesOf({ DATABASE_URL_FILE: "/nowhere/secret" })).toEqual([
      "DATABASE_URL_FILE must name a file that can be read",
    ]);
    expect(mistakesOf({ TMDB_API_TOKEN: "a", TMDB_API_TOKEN_FILE: file("b") })).toEqual([
      "TMDB_API_TOKEN and TMDB_API_TOKEN_FILE exclude each other; set one of them",
    ]);
  });
});
