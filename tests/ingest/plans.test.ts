import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { movieBody } from "../support/bodies/movie";
import { castRow } from "../support/bodies/parts";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

test("an ingestion reads no whole table, also on plans that were made while the catalog was empty", async () => {
  await using pipeline = await ingestion();
  await pipeline.db.execute(sql`analyze`);
  const ids = Array.from({ length: 24 }, (_, index) => index + 1);
  for (const overview of ["First", "Second"]) {
    for (const id of ids) {
      const cast = ids.map((n) => castRow(n + id, {}, id));
      pipeline.provider.serve(
        `/movie/${id}`,
        movieBody({ id, overview, credits: { cast, crew: [] } }),
      );
      await pipeline.ingest("movie", id);
    }
  }
  // Statistics arrive with a delay, all of a transaction at once.
  const arrived = sql`select from pg_stat_user_tables where relname = 'movies' and n_tup_upd >= ${ids.length}`;
  while ((await pipeline.db.execute(arrived)).length === 0) await Bun.sleep(50);
  const read = await pipeline.db.execute(sql`
    select relname from pg_stat_user_tables where seq_tup_read > 0 and relname = any(array['titles',
      'movies', 'people', 'credits', 'companies', 'keywords', 'artwork', 'offerings', 'title_keywords'])`);
  expect([...read]).toEqual([]);
});
