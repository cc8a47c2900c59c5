import { sql } from "drizzle-orm";
import { connect } from "~/db/client";
import { changeGroups } from "~/vocabulary";
import type { Catalog } from "../catalog/catalog";
import { measureRequests, type Requests, requestColumns } from "../http/requests";
import type { Bench, Part, Row } from "../part";

/** The most that a page of 1,000 entries may cost, in pages of 50 movies. */
const MOST_PAGES = 5;

/** Changes that are made after all is numbered, of entities all over the catalog. */
const CHANGED = 20_000;

/** Numbers the catalog if it is not, and then some changes of a few groups each. */
async function number({ db, address }: Catalog): Promise<number> {
  const driver = connect(address, { max: 1, onnotice: () => {} });
  await driver.unsafe("call number_catalog()");
  await driver.end();
  const [numbered] = await db.execute<{ head: number }>(
    sql`select sequence::int as head from change_counter`,
  );
  await db.execute(sql`
    insert into changes_pending (kind, entity_id, groups)
    select kind, entity_id, 1 << (sequence % 4)::int | 1 << (sequence % ${changeGroups.length})::int
    from changes order by md5(entity_id::text) limit ${CHANGED}`);
  for (let left = CHANGED; left > 0; ) {
    const [row] = await db.execute<{ notes: number }>(sql`select number_changes(5000) as notes`);
    left = row?.notes ? left - row.notes : 0;
  }
  await db.execute(sql`vacuum analyze changes`);
  return numbered?.head ?? 0;
}

type Page = { cursor: string; results: { id: string }[] };

async function requests(catalog: Catalog): Promise<Requests[]> {
  const numbered = await number(catalog);
  const { cold } = catalog;
  const api = `${cold.url}/api/v1`;
  const read = async (path: string) => (await (await fetch(api + path)).json()) as Page;
  const { cursor } = await read("/changes");
  const [epoch] = cursor.split("-");
  const after = (offset: number) => `${epoch}-${numbered + offset}`;
  const pages = Array.from(
    { length: 10 },
    (_, n) => `/changes?since=${after(1_000 * n)}&limit=1000`,
  );
  const { results } = await read(`/changes?since=${after(0)}&kinds=movie,series,person&limit=1000`);
  const refs = results.slice(0, 500).map(({ id }) => id);
  const at = (name: string, paths: readonly string[], json?: object): Requests => ({
    name,
    urls: paths.map((path) => api + path),
    pid: cold.pid,
    ...(json && { json: JSON.stringify(json) }),
  });
  return [
    at("page of 50 movies", ["/movies?page_size=50"]),
    at("changes, 1,000 updated", pages),
    at("changes, 1,000 created", ["/changes?since=0&limit=1000"]),
    at("changes, nothing new", [`/changes?since=${cursor}`]),
    at("changes, 10,000 looked at in vain", [`/changes?since=${after(0)}&kinds=trending`]),
    at("check of 500, nothing new", ["/changes/check"], { since: cursor, refs }),
    at("check of 500, all changed", ["/changes/check"], { since: after(0), refs }),
  ];
}

const p50Of = (rows: readonly Row[], name: string): number =>
  rows.find((row) => row.name === name)?.figures.p50_ms?.median ?? Number.NaN;

async function run(bench: Bench): Promise<Row[]> {
  const catalog = await bench.catalog();
  const rows = await measureRequests(bench, catalog, await requests(catalog));
  const page = p50Of(rows, "page of 50 movies");
  return rows.map((row) => {
    const pages = p50Of(rows, row.name) / page;
    const broken = `costs ${pages.toFixed(1)} pages of 50 movies`;
    const isPage = row.name.startsWith("changes, 1,000");
    return isPage && !bench.smoke && pages > MOST_PAGES ? { ...row, broken } : row;
  });
}

/** What reading the change feed costs, beside a page of movies. */
export const feed: Part = {
  name: "feed",
  about: "pages of the change feed, and checks of a client's own list",
  sized: true,
  columns: requestColumns,
  run,
};
