import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { ingestion } from "../ingest/support";
import { seasonBody, seasonItem, seriesBody } from "../support/bodies/series";

setDefaultTimeout(30_000);

test("N52: a series whose seasons changed makes the three newest of those with episodes due", async () => {
  await using pipeline = await ingestion();
  const { db, provider } = pipeline;
  const numbers = [1, 2, 3, 4, 5, 6];
  const body = (changed: number[], change: object) =>
    seriesBody({
      id: 5,
      seasons: numbers.map((n) => seasonItem(5, n, changed.includes(n) ? { ...change } : {})),
    });
  provider.serve("/tv/5", body([], {}));
  for (const n of numbers) provider.serve(`/tv/5/season/${n}`, seasonBody(5, n));
  await pipeline.ingest("series", 5);
  // The sixth has no episodes in the catalog.
  for (const n of numbers.slice(0, 5)) await pipeline.ingest("season", `5:${n}`);
  await pipeline.ingest("series", 5);
  const due = async () => {
    const rows = await db.execute<{ external_id: string }>(sql`
      select external_id from refresh_state where kind = 'season' and next_refresh_at <= now() order by 1`);
    return rows.map(({ external_id }) => external_id);
  };
  await db.execute(sql`update refresh_state set next_refresh_at = now() + interval '9 d'`);

  for (const change of [{ poster_path: "/other.jpg" }, { vote_average: 1.5 }]) {
    provider.serve("/tv/5", body([1, 2], change));
    await pipeline.ingest("series", 5);
    expect(await due()).toEqual([]);
  }
  const changes = [
    { air_date: "2031-01-01" },
    { episode_count: 77 },
    { overview: "Longer." },
    { name: "A name" },
  ];
  for (const change of changes) {
    provider.serve("/tv/5", body([1, 2, 3, 5, 6], change));
    await pipeline.ingest("series", 5);
    expect(await due()).toEqual(["5:2", "5:3", "5:5"]);
    await pipeline.ingest("season", "5:2");
    expect(await due()).toEqual(["5:3", "5:5"]);
    await db.execute(sql`update refresh_state set next_refresh_at = now() + interval '9 d'`);
  }
});
