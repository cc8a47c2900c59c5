import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { genres } from "~/vocabulary";
import { testCatalog } from "../catalog/catalog";
import { shapesOf } from "../catalog/listing/variants";
import { testDatabase } from "../support/database";
import { check, finish } from "./support";

/**
 * `bun tests/faults/statement-memory.ts [rounds]`: every combination of filters and orders of /movies and
 * /series on each of ten connections, those with one filter at most six times before (the sixth is the
 * first that keeps a plan), then all in so many rounds. The processes of PostgreSQL grow by 64 MB at
 * most. Needs Linux's /proc.
 */
const rounds = Number(process.argv[2] ?? 6);
const CONNECTIONS = 10;
const MOST_MB = 64;

await using database = await testDatabase({ max: 1 });
const pool = openDatabase(database.address, { max: CONNECTIONS, name: "walk" });
await using catalog = await testCatalog({ database: pool });
const { get } = catalog;
const genre = `genre_${genres[0]?.id.replaceAll("-", "")}`;

async function processes(): Promise<number[]> {
  const rows = await database.db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = 'walk' and datname = current_database()`);
  return rows.map(({ pid }) => pid);
}

/** Memory that the processes hold for themselves alone, in MB. */
async function privateMb(): Promise<number> {
  let kb = 0;
  for (const pid of await processes()) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
    for (const [, size] of text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm))
      kb += Number(size);
  }
  return kb / 1_024;
}

const everywhere = async (path: string) => {
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => get(path)));
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong !== undefined) throw new Error(`${path} answers ${wrong.status}`);
};

const paths = (["movies", "series"] as const)
  .flatMap(shapesOf)
  .map((path) => path.replace("GENRE", genre));
for (const path of ["/movies", "/series"]) for (let n = 0; n < 6; n += 1) await everywhere(path);
const before = await privateMb();
const simple = paths.filter((path) => path.split("&").length <= 2);
for (let n = 0; n < 6; n += 1) for (const path of simple) await everywhere(path);
for (let round = 1; round <= rounds; round += 1) {
  const start = performance.now();
  for (const path of paths) await everywhere(path);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(
    `round ${round}: ${paths.length} shapes, ${seconds} s, ${(await privateMb()).toFixed(0)} MB`,
  );
}
const after = await privateMb();
check(
  (await processes()).length === CONNECTIONS,
  `all ${CONNECTIONS} connections lived through it`,
);
check(
  after - before <= MOST_MB,
  `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after: ${(after - before).toFixed(0)} MB more`,
);
await pool.close();
finish();
