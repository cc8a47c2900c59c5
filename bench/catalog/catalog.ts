import { join } from "node:path";
import { sql } from "drizzle-orm";
import { settings } from "~/config/settings";
import type { DatabaseAddress, Db } from "~/db/client";
import { bringUpToDate } from "~/positions/upkeep";
import { refreshAllNames } from "~/search/names";
import { lineProcess } from "../lines";
import { type LoadGenerator, loadGenerator } from "../load/load";
import type { ScaleName } from "../part";
import { openScratch } from "../scratch";
import { type Service, startService } from "../service";
import type { FloorsOrder, FloorsPlaces } from "./floors";
import { fillCatalog, type Scale, scales } from "./generate";

/** A filled catalog, and the processes that read it. */
export type Catalog = AsyncDisposable & {
  db: Db;
  address: DatabaseAddress;
  scale: Scale;
  /** The binary without its cache of hot answers. */
  cold: Service;
  /** The binary with it; undefined if it has none. */
  hot: Service | undefined;
  floors: FloorsPlaces;
  load: LoadGenerator;
};

type Options = {
  scale: ScaleName;
  keep: boolean;
  /** A database to copy instead of filling one. */
  template: string | undefined;
  /** Path of the compiled service. */
  binary: string;
  say: (text: string) => void;
};

const CACHE = "HOT_ANSWERS_MB";
const hasCache = settings.some(({ name }) => (name as string) === CACHE);

/** Fills a catalog, unless it is kept or copied, and starts what is measured. */
export async function openCatalog({
  scale: name,
  keep,
  template,
  binary,
  say,
}: Options): Promise<Catalog> {
  await using opened = new AsyncDisposableStack();
  const scale = scales[name];
  const database = opened.use(await openScratch(`bench_catalog_${name}`, { keep, template }));
  const { db, address } = database;
  if (database.fresh) await fill(database, scale, say);
  say("building the positions of pages");
  await bringUpToDate(db);
  say("starting the services");
  const cold = opened.use(await startService(binary, address, { [CACHE]: "0" }));
  const hot = hasCache ? opened.use(await startService(binary, address)) : undefined;
  const floors = opened.use(await startFloors(address, cold));
  const load = opened.use(loadGenerator());
  const all = opened.move();
  const close = () => all.disposeAsync();
  return { db, address, scale, cold, hot, floors, load, [Symbol.asyncDispose]: close };
}

type Filled = { db: Db; address: DatabaseAddress };

async function fill({ db, address }: Filled, scale: Scale, say: (text: string) => void) {
  await fillCatalog(address, scale, say);
  say(`${await refreshAllNames(db)} names to search`);
  await db.execute(sql`call number_catalog()`);
  await db.execute(sql`vacuum analyze`);
}

async function startFloors(
  address: DatabaseAddress,
  { url }: Service,
): Promise<FloorsPlaces & Disposable> {
  const list = (await (await fetch(`${url}/api/v1/movies`)).json()) as {
    results: { id: string }[];
  };
  const detail = await (await fetch(`${url}/api/v1/movies/${list.results[0]?.id}`)).text();
  const page = await Bun.file("docs/sql/movies.list.sql").text();
  const child = lineProcess(join(import.meta.dir, "floors.ts"));
  const order: FloorsOrder = { address, detail, page };
  const places = JSON.parse(await child.ask(JSON.stringify(order))) as FloorsPlaces;
  return { ...places, [Symbol.dispose]: () => child[Symbol.dispose]() };
}
