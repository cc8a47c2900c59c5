import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { moveEntries } from "~/imports/mover";
import { list } from "../imports/catalog";
import { daily, zipped } from "../imports/files";
import { eventually } from "../jobs/observation";
import { databaseEnv, finished, program, providerEnv } from "../service/program";
import { testDatabase } from "../support/database";
import { serveFind } from "../support/find";
import { serveMany } from "../support/many-records";
import { standIn } from "../support/provider";

setDefaultTimeout(60_000);

/** A database, a provider with the movies and series from 1 to 50, and a folder with a file. */
async function bench(content: string | Uint8Array = "") {
  const database = await testDatabase();
  const provider = standIn();
  serveMany(provider, "movie", { upTo: 50 });
  serveMany(provider, "tv", { upTo: 50 });
  serveFind(provider);
  const folder = await mkdtemp(join(tmpdir(), "ids-"));
  const file = join(folder, "movie_ids.json.gz");
  await Bun.write(file, content);
  const env: Record<string, string> = {
    ...databaseEnv(database),
    ...providerEnv(provider),
    WORKER_CONCURRENCY: "4",
  };
  return {
    db: database.db,
    provider,
    file,
    env,
    run: (...args: string[]) => finished(["import", ...args], env),
    [Symbol.asyncDispose]: async () => {
      await provider.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

const lastLine = (text: string) => text.trim().split("\n").at(-1);

describe("import", () => {
  test.concurrent("N93, N96: stores the ids of a file, names bad lines, and says how to look", async () => {
    await using on = await bench(
      zipped(`${daily(1, 2)}\n${daily(2, 3)}\nThe Matrix\n${daily(1, 2)}\n`),
    );
    const { code, stdout, stderr } = await on.run("--from", on.file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^import_[0-9a-f]{32} movie: 2 to fetch, 1 skipped, 1 invalid\n$/);
    expect(stderr).toContain('line 3 names nothing: "The Matrix"');
    expect(stderr).toMatch(/GET \/api\/v1\/admin\/imports\/import_[0-9a-f]{32}/);
    expect(on.provider.calls()).toBe(0);
    const again = await on.run("--from", on.file);
    expect(again.stdout).toMatch(/ movie: 0 to fetch, 3 skipped, 1 invalid$/m);
    const [stored] = await on.db.execute(sql`select source, kind from imports limit 1`);
    expect(stored).toEqual({ source: "movie_ids.json.gz", kind: "movie" });
  });

  test.concurrent("N96: --wait ends with 0 when all succeeded, finds and their children included", async () => {
    await using on = await bench(list(30));
    const { code, stdout } = await on.run("movie", "--from", on.file, "--wait");
    expect(lastLine(stdout)).toMatch(/^import_[0-9a-f]{32} finished: 30 succeeded, 0 failed$/);
    expect(code).toBe(0);
    await Bun.write(on.file, "imdb:tt10000031\ntvdb:7\nimdb:tt10000005\n");
    const found = await on.run("--from", on.file, "--wait");
    expect(lastLine(found.stdout)).toMatch(/ finished: 2 succeeded, 0 failed$/);
    const paths = on.provider.requests
      .map(({ path }) => path)
      .filter((path) => path.startsWith("/find"));
    // The last one is the id of a movie that is there already.
    expect(paths.toSorted()).toEqual(["/find/7", "/find/tt10000031"]);
    expect([on.provider.calls("/movie/31"), on.provider.calls("/tv/7")]).toEqual([1, 1]);
  });

  test.concurrent("N94, N97: what a file names by several ids is fetched once, and with --again each time", async () => {
    const ids = [1, 2, 3, 4, 5];
    await using on = await bench(ids.map((id) => `${id}\nimdb:tt1000000${id}\n`).join(""));
    const calls = () => ids.map((id) => on.provider.calls(`/movie/${id}`));
    const { code, stdout } = await on.run("--from", on.file, "--wait");
    expect([code, lastLine(stdout)]).toEqual([0, expect.stringContaining("10 succeeded")]);
    expect(calls()).toEqual([1, 1, 1, 1, 1]);
    await Bun.write(on.file, ids.map((id) => `imdb:tt1000000${id}\n`).join(""));
    expect((await on.run("--from", on.file, "--wait", "--again")).code).toBe(0);
    expect(calls()).toEqual([2, 2, 2, 2, 2]);
  });

  test.concurrent("N96: --wait ends with 3 when an id failed, and names at most 20", async () => {
    await using on = await bench(`1\n${list(25, 100)}\n`);
    const { code, stdout } = await on.run("--from", on.file, "--wait");
    expect(code).toBe(3);
    expect(stdout).toMatch(/finished: 1 succeeded, 25 failed$/m);
    expect(stdout.match(/^movie 1\d\d failed provider_not_found$/gm)).toHaveLength(20);
  });

  test.concurrent("N93: a file that names nothing, is missing, or cannot be fetched ends with 1", async () => {
    await using on = await bench("<html></html>\n");
    await using site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      routes: {
        "/ids": () => new Response(list(3)),
        "/moved": () => Response.redirect("/ids", 302),
        "/loop": () => Response.redirect("/loop", 302),
        "/file": () =>
          new Response("", { status: 302, headers: { location: "file:///etc/passwd" } }),
      },
      fetch: () => new Response("gone", { status: 404 }),
    });
    const failures: [from: string, reason: string][] = [
      [on.file, "No line of the file"],
      [`${on.file}x`, "there is no such file"],
      [dirname(on.file), "it is a folder"],
      [`${site.url}none?api_key=secret`, "status 404"],
      [`${site.url}loop`, "redirects"],
      [`${site.url}file`, "not http or https"],
      ["ftp://127.0.0.1/ids", "not http or https"],
      ["http://127.0.0.1:1/ids", "could not be reached"],
    ];
    for (const [from, reason] of failures) {
      const { code, stdout, stderr } = await on.run("--from", from);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain("secret");
    }
    const moved = await on.run("--from", `${site.url}moved?api_key=secret`);
    expect(moved.stdout).toContain("3 to fetch");
    const [stored] = await on.db.execute<{ source: string }>(sql`select source from imports`);
    expect(stored?.source).toBe(`${site.url}moved`);
  });

  test.concurrent("N93: --from - reads standard input, with the options of a selection", async () => {
    await using on = await bench();
    const lines = [daily(1, 5), daily(2, 9, { adult: true }), daily(3, 7), daily(4, 1)].join("\n");
    const command = [
      "import",
      "--from",
      "-",
      "--top",
      "2",
      "--min-popularity",
      "2",
      "--include-adult",
    ];
    const child = Bun.spawn([process.execPath, "--no-env-file", "src/main.ts", ...command], {
      cwd: join(import.meta.dir, "../.."),
      env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...on.env },
      stdin: new TextEncoder().encode(lines),
      stderr: "ignore",
    });
    expect(await new Response(child.stdout).text()).toContain("2 to fetch, 2 skipped");
    await on.db.transaction(moveEntries);
    const rows = await on.db.execute(sql`select external_id from jobs order by external_id`);
    expect([...rows]).toEqual([{ external_id: "2" }, { external_id: "3" }]);
  });

  test.concurrent("N96: Ctrl-C leaves the import going and says how to look again", async () => {
    await using on = await bench(list(50));
    const release = on.provider.hold("/movie/1");
    await using waiting = program(["import", "--from", on.file, "--wait"], on.env);
    await eventually(async () => expect(on.provider.calls("/movie/50")).toBe(1), 20_000);
    waiting.process.kill("SIGINT");
    expect(await waiting.exited).toBe(1);
    release();
    expect(waiting.said.stderr).toMatch(/Interrupted\. .* GET \/api\/v1\/admin\/imports\/import_/);
    const [left] = await on.db.execute<{ enqueued: number }>(sql`select enqueued from imports`);
    expect(left?.enqueued).toBeGreaterThanOrEqual(1);
  });

  test.concurrent("N49, N96: --wait leaves the service's intervals as they are, whatever its own settings", async () => {
    await using on = await bench("1\n");
    const before = await on.db.execute(sql`select * from refresh_rules`);
    const settings = { ...on.env, REFRESH_AIRING_HOURS: "1" };
    const { code } = await finished(["import", "--from", on.file, "--wait"], settings);
    expect(code).toBe(0);
    expect([...(await on.db.execute(sql`select * from refresh_rules`))]).toEqual([...before]);
  });

  test.concurrent("N96: --wait without the provider's token ends with 78, and nothing is stored", async () => {
    await using on = await bench("603\n");
    const { TMDB_API_TOKEN: _, ...env } = on.env;
    const { code, stderr } = await finished(["import", "--from", on.file, "--wait"], env);
    expect([code, stderr]).toEqual([78, expect.stringContaining("TMDB_API_TOKEN")]);
  });

  test.concurrent("N93: wrong options end with 78 and say what is allowed", async () => {
    for (const args of [
      ["season", "--from", "x"],
      ["--from", "x", "--top", "0"],
      [],
      ["--from", "x", "--min-popularity", "-1"],
    ]) {
      const { code, stderr } = await finished(["import", ...args]);
      expect(code).toBe(78);
      expect(stderr).toMatch(/^error: /m);
    }
  });
});
