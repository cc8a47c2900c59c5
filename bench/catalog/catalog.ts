import { join } from "node:path";
import { sql } from "drizzle-orm";
import { settings } from "~/config/settings";
import type { DatabaseAddress, Db } from "~/db/client";
import { refreshAllNames } from "~/search/names";
import { type LoadGenerator, loadGenerator } from "../load/load";
import type { ScaleName } from "../part";
import { openScratch } from "../scratch";
import { builtBinary, type Service, startService } from "../service";
import type { FloorsOrder, FloorsPlaces } from "./floors";
import { fillCatalog, type Scale, scales } from "./generate";

type Floors = FloorsPlaces & { pid: number };

/** A filled catalog, and the processes that read it. */
export type Catalog = AsyncDisposable & {
  db: Db;
  address: DatabaseAddress;
  scale: Scale;
  /** The binary without its cache of hot answers. */
  cold: Service;
  /** The binary with it; undefined if it has none. */
  hot: Service | undefined;
  floors: Floors;
  load: LoadGenerator;
};

type Options = {
  scale: ScaleName;
  keep: boolean;
  /** A database to copy instead of filling one. */
  template: string | undefined;
  /** Instead of the binary that this tree builds. */
  binary: string | undefined;
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
  const path = binary ?? (await builtBinary(say));
  const database = opened.use(await openScratch(`bench_catalog_${name}`, { keep, template }));
  const { db, address } = database;
  if (database.fresh) await fill(database, scale, say);
  say("starting the services");
  const cold = opened.use(await startService(path, address, { [CACHE]: "0" }));
  const hot = hasCache ? opened.use(await startService(path, address)) : undefined;
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
  await db.execute(sql`vacuum analyze`);
}

async function startFloors(
  address: DatabaseAddress,
  { url }: Service,
): Promise<Floors & AsyncDisposable> {
  const list = (await (await fetch(`${url}/api/v1/movies`)).json()) as {
    results: { id: string }[];
  };
  const detail = await (await fetch(`${url}/api/v1/movies/${list.results[0]?.id}`)).text();
  const page = await Bun.file("docs/sql/movies.list.sql").text();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "floors.ts")], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  child.stdin.write(`${JSON.stringify({ address, detail, page } satisfies FloorsOrder)}\n`);
  await child.stdin.flush();
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  const places = JSON.parse(value ?? "") as FloorsPlaces;
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return { ...places, pid: child.pid, [Symbol.asyncDispose]: stop };
}
