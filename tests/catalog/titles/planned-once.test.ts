import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testCatalog } from "../catalog";
import { publicId } from "../ids";
import { givenListed, movieNumbers, seriesNumbers } from "./listed-rows";

setDefaultTimeout(120_000);

/** PostgreSQL plans the first runs for their values, and compares with a plan for all values only then. */
const FIRST_RUNS = 5;

test("N21 N22: what is included is planned once for a connection, whatever is asked for", async () => {
  await using catalog = await testCatalog({ pool: { max: 1 } });
  await givenListed(catalog.db);
  // Many of the cast and few creators, as in a real catalog, and statistics that say so.
  await catalog.db.execute(sql`
    insert into credits (id, title_id, credit_type, external_id, person_id, position)
    select gen_random_uuid(), title_id, 'cast', 'more ' || n, person_id, 100 + n
    from (select * from credits where credit_type = 'cast' limit 1) given, generate_series(1, 3000) n`);
  await catalog.db.execute(sql`analyze`);
  const [movie, series] = [
    publicId("movie", movieNumbers[0] ?? 1),
    publicId("series", seriesNumbers[0] ?? 1),
  ];
  const paths = [
    "/movies?include=external_ids",
    "/movies?include=top_credits,keywords",
    "/series?include=external_ids",
    "/series?include=top_credits&country=US",
    "/series?include=watch_providers&country=DE",
    `/movies/${movie}?include=credits,images,videos`,
    `/series/${series}?include=images,videos`,
  ];

  for (const path of paths) {
    for (let time = 0; time < 3 * FIRST_RUNS; time += 1) {
      expect((await catalog.get(path)).status).toBe(200);
    }
  }

  const [row] = await catalog.driver`
    select max(custom_plans)::int as most, sum(generic_plans)::int as kept from pg_prepared_statements
    where statement like '%",%":%'`;
  expect(row?.most).toBeLessThanOrEqual(FIRST_RUNS);
  expect(row?.kept).toBeGreaterThan(0);
});
