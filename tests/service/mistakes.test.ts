import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { testDatabase } from "../support/database";
import { databaseEnv, finished } from "./program";

setDefaultTimeout(30_000);

const key = "a-secret-of-48-characters-0123456789-0123456789-";

/** What a start that cannot work says, and how it ends. */
async function refused(env: Record<string, string>, args = ["serve"]) {
  const { code, stdout, stderr } = await finished(args, { PORT: "0", ...env });
  expect(stdout).toBe("");
  return { code, lines: stderr.trim().split("\n") };
}

describe("F35: a start that cannot work ends with 78 and one line for each mistake", () => {
  test.concurrent("M141: production without a secret key", async () => {
    expect(await refused({ NODE_ENV: "production" })).toEqual({
      code: 78,
      lines: [
        "SERVICE_SECRET_KEY must be set in production; make one with: openssl rand -base64 48",
      ],
    });
  });

  test.concurrent("several mistakes are told at once, without the values", async () => {
    const { code, lines } = await refused({
      DATABASE_URL: "mysql://user:password@host/db",
      PORT: "eighty",
      TRENDING_CRON: "whenever",
      SERVICE_ADMIN_TOKEN: "short",
      SERVICE_SECRET_KEY_FILE: "/nowhere/key",
    });
    expect(code).toBe(78);
    expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual([
      "DATABASE_URL",
      "PORT",
      "SERVICE_ADMIN_TOKEN",
      "SERVICE_SECRET_KEY_FILE",
      "TRENDING_CRON",
    ]);
    expect(lines.join()).not.toMatch(/password|eighty|whenever|short|nowhere/);
  });

  test.concurrent("a port that is taken", async () => {
    await using database = await testDatabase();
    using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const env = { ...databaseEnv(database), PORT: String(taken.port) };
    expect(await refused({ ...env, SERVICE_SECRET_KEY: key })).toEqual({
      code: 78,
      lines: [
        `PORT ${taken.port} is in use on 127.0.0.1; choose another one (0 takes a free one).`,
      ],
    });
  });

  test.concurrent("a host that is none of this machine", async () => {
    await using database = await testDatabase();
    const { code, lines } = await refused({ ...databaseEnv(database), HOST: "192.0.2.1" });
    expect([code, lines]).toEqual([78, ["HOST is no address of this machine."]]);
  });

  test.concurrent("a database that is not there", async () => {
    await using database = await testDatabase();
    const env = { ...databaseEnv(database), DATABASE_URL: "postgres:///no_such_database" };
    expect(await refused(env)).toEqual({
      code: 78,
      lines: ["DATABASE_URL: there is no such database."],
    });
  });

  test.concurrent("a DATA_DIR that is a file", async () => {
    const { code, lines } = await refused({ DATA_DIR: `${import.meta.path}` });
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringMatching(/^DATA_DIR: .* cannot be made/)]);
  });
});

describe("the command line", () => {
  test.concurrent("M160: --version is the release, --help lists the commands", async () => {
    expect(await finished(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
    const help = await finished(["--help"]);
    expect([help.code, help.stderr]).toEqual([0, ""]);
    for (const command of ["serve", "demo", "migrate", "ingest"]) {
      expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    }
  });

  test.concurrent("F35: a command that is none ends with 78 and the list of those there are", async () => {
    const { code, lines } = await refused({}, ["conquer"]);
    expect(code).toBe(78);
    expect(lines[0]).toBe("error: unknown command 'conquer'");
    expect(lines.join("\n")).toContain("media-catalog --help lists the commands");
  });
});
