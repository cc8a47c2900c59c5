import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { personIngestion } from "~/ingest/people/ingest";
import { ingest } from "~/ingest/pipeline";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { castRow, offerRow } from "../support/bodies/parts";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

const shuffled = <T>(items: T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, rank: Bun.hash.crc32(`${seed}/${index}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

describe("many at once", () => {
  test("F23, M120: 100 requests for one title at once give one job and one record", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        enqueue(pipeline.db, { kind: "movie", external_id: "603" }),
      ),
    );
    expect(new Set(answers.map(({ job_id }) => job_id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    await pipeline.drain();
    expect(await pipeline.db.execute(sql`select status from jobs`)).toHaveLength(1);
    expect((await pipeline.counts()).titles).toBe(1);
  });

  test("F24: movies that share everybody, ingested by 8 workers again and again, never deadlock", async () => {
    await using pipeline = await ingestion({ loops: 8 });
    const movies = Array.from({ length: 10 }, (_, index) => index + 1);
    const [people, things] = [
      Array.from({ length: 30 }, (_, index) => index),
      [11, 12, 13, 14, 15, 16],
    ];
    for (let round = 0; round < 10; round += 1) {
      for (const id of movies) {
        const seed = round * 100 + id;
        const cast = shuffled(people, seed).map((n) =>
          castRow(n, { popularity: seed + n / 100, profile_path: `/p-${n}-${seed}.jpg` }, id),
        );
        const named = (n: number) => ({ id: n, name: `Thing ${n} of ${seed}` });
        const flatrate = shuffled(things, seed).map((n) =>
          offerRow(n, { logo_path: `/offer-${n}-${seed % 7}.png` }),
        );
        pipeline.provider.serve(
          `/movie/${id}`,
          movieBody({
            id,
            credits: { cast, crew: [] },
            keywords: { keywords: shuffled(things, seed).map(named) },
            production_companies: shuffled(things, seed + 1).map((n) => ({
              ...named(n),
              logo_path: `/company-${n}-${seed % 5}.png`,
            })),
            belongs_to_collection: { ...named(701), poster_path: `/c-${seed % 3}.jpg` },
            "watch/providers": { results: { US: { flatrate } } },
          }),
        );
      }
      await enqueueAll(
        pipeline.db,
        movies.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
      );
      await pipeline.drain();
    }
    expect(
      await pipeline.db.execute(sql`
        select status, run, attempts, failures from jobs group by 1, 2, 3, 4`),
    ).toEqual([{ status: "succeeded", run: 10, attempts: 1, failures: [] }] as never);
    expect(await pipeline.counts()).toMatchObject({
      titles: 10,
      people: 30,
      companies: 6,
      keywords: 6,
      watch_providers: 10,
      collections: 1,
      credits: 300,
    });
    const { deadlocks } = await pipeline.row(sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`);
    expect(deadlocks).toBe(0);
  }, 40_000);

  test("M134: a payload overtaken by another one between its look and its write is written after all", async () => {
    await using pipeline = await ingestion();
    const { url: base_url, token } = pipeline.provider;
    const provider = openProvider({ base_url, token, timeout_ms: 2_000, pace: freePace });
    const deps = { db: pipeline.db, provider };
    const job = { id: crypto.randomUUID(), run: 1 };
    const store = async (name: string, source = deps) => {
      pipeline.provider.serve("/person/1", personBody({ id: 1, name }));
      return ingest(source, personIngestion(1), job, async (_, { outcome }) => outcome);
    };
    expect(await store("Old")).toBe("created");
    let overtaken = false;
    const slow = new Proxy(pipeline.db, {
      get(target, property) {
        if (property !== "transaction") return Reflect.get(target, property, target);
        return async (work: Parameters<typeof target.transaction>[0]) => {
          if (!overtaken) expect(await store("New")).toBe("updated");
          overtaken = true;
          return target.transaction(work);
        };
      },
    });
    expect(await store("Old", { db: slow, provider })).toBe("updated");
    expect(await pipeline.row(sql`select name from people`)).toEqual({ name: "Old" });
  });
});
