import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { databaseEnv, finished, providerEnv } from "../service/program";
import { trendingBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { testDatabase } from "../support/database";
import { type StandIn, standIn } from "../support/provider";

setDefaultTimeout(30_000);

async function bench(prepare: (provider: StandIn) => void) {
  const database = await testDatabase();
  const provider = standIn();
  prepare(provider);
  const env = { ...databaseEnv(database), ...providerEnv(provider), WORKER_CONCURRENCY: "2" };
  return {
    db: database.db,
    provider,
    run: (...args: string[]) => finished(["ingest", ...args], env),
    [Symbol.asyncDispose]: async () => {
      await provider.close();
      await database.close();
    },
  };
}

const job = "job_[0-9a-f]{32}";

describe("ingest", () => {
  test.concurrent("M160: --wait follows the jobs, says how each ended, and ends with 0", async () => {
    await using on = await bench((provider) => {
      provider.serve("/movie/603", movieBody({ id: 603, title: "The Matrix" }));
      provider.serve("/movie/604", movieBody({ id: 604 }));
    });
    const first = await on.run("movie", "603", "604", "--wait");
    expect(first.code).toBe(0);
    expect(first.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(new RegExp(`^${job} queued$`)),
      expect.stringMatching(new RegExp(`^${job} queued$`)),
      expect.stringMatching(/^movie 603 succeeded created movie_[0-9a-f]{32}$/),
      expect.stringMatching(/^movie 604 succeeded created movie_[0-9a-f]{32}$/),
    ]);
    expect(first.stderr).toMatch(/^jobs: 2 of 2$/m);
    const again = await on.run("movie", "603", "--wait");
    expect(again.stdout).toMatch(/^movie 603 succeeded unchanged movie_/m);
  });

  test.concurrent("M133: --wait ends with 1 when a job failed, and says why", async () => {
    await using on = await bench((provider) => provider.serve("/movie/1", movieBody({ id: 1 })));
    const { code, stdout } = await on.run("movie", "1", "2", "--wait");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^movie 1 succeeded created movie_/m);
    expect(stdout).toMatch(/^movie 2 failed provider_not_found \S.*$/m);
  });

  test.concurrent("M123: --include-seasons ingests and follows the seasons as well", async () => {
    await using on = await bench((provider) => {
      provider.serve("/tv/1399", seriesBody({ id: 1399 }));
      for (const number of [0, 1, 2]) {
        provider.serve(`/tv/1399/season/${number}`, seasonBody(1399, number));
      }
    });
    const { code, stdout } = await on.run("series", "1399", "--include-seasons", "--wait");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^series 1399 succeeded created series_/m);
    expect(stdout.match(/^season 1399:[012] succeeded (created|updated) season_/gm)).toHaveLength(
      3,
    );
    const again = await on.run("season", "1399:1", "--wait");
    expect(again.stdout).toMatch(/^season 1399:1 succeeded unchanged season_/m);
  });

  test.concurrent("M130: trending needs no id and ingests what it names", async () => {
    await using on = await bench((provider) => {
      for (const window of ["day", "week"]) {
        provider.serve(`/trending/movie/${window}`, trendingBody("movie", [1, 2]));
        provider.serve(`/trending/tv/${window}`, trendingBody("tv", [3]));
      }
      provider.serve("/movie/1", movieBody({ id: 1 })).serve("/movie/2", movieBody({ id: 2 }));
      provider.serve("/tv/3", seriesBody({ id: 3 }));
    });
    const { code, stdout } = await on.run("trending", "--wait");
    expect(stdout).toMatch(/^trending all succeeded updated$/m);
    expect(code).toBe(0);
    const [stored] = await on.db.execute(
      sql`select count(*)::int as entries from trending_entries`,
    );
    expect(stored).toEqual({ entries: 6 });
  });

  test.concurrent("M5: without --wait the jobs are left to the service", async () => {
    await using on = await bench(() => {});
    const { code, stdout, stderr } = await on.run("person", "6384", "31");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^${job} queued\n${job} queued\n$`));
    const rows = await on.db.execute(sql`
      select kind, external_id, status from jobs order by external_id`);
    expect([...rows]).toEqual([
      { kind: "person", external_id: "31", status: "queued" },
      { kind: "person", external_id: "6384", status: "queued" },
    ]);
    expect(on.provider.calls()).toBe(0);
  });
});
