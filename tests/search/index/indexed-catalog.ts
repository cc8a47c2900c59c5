import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type Db, openDatabase } from "~/db/client";
import { openMeili } from "~/search/index/client";
import { documentsAfter } from "~/search/index/documents";
import { type RelaySettings, runRelay } from "~/search/index/relay";
import { openSecondarySearch, type SecondarySearch } from "~/search/index/secondary-search";
import { requestRebuild } from "~/search/index/state";
import { nilUuid, refreshNames } from "~/search/names";
import { searchRoutes } from "~/search/routes";
import { testDatabase } from "../../support/database";
import { type MeilisearchDouble, meilisearchDouble } from "../../support/meilisearch";
import { meilisearchGate } from "../../support/meilisearch-gate";
import { type TestService, testService } from "../../support/service";
import type { SearchResponse } from "../searched-catalog";
import { quickSettings } from "./relay-process";

const { MEILI_URL, MEILI_KEY } = process.env;

type Server = {
  url: string;
  key: string;
  end: () => Promise<void>;
  double?: MeilisearchDouble;
};

/** Whether the tests use a real server, and skip what only the double can do. */
export const isRealServer = MEILI_URL !== undefined;

/** The Meilisearch server of this run: a real one at MEILI_URL, or a double. */
function openServer(): Server {
  if (MEILI_URL) return { url: MEILI_URL, key: MEILI_KEY ?? "", end: async () => {} };
  const double = meilisearchDouble();
  const end = async () => await double[Symbol.asyncDispose]();
  return { url: double.url, key: double.key, end, double };
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The application name of the connections of relays. */
const relayName = "a relay under test";

/** Waits until a condition holds; throws after a minute, the time limit for the repair of drift. */
export async function until(
  condition: () => Promise<boolean>,
  description: string,
  deadline = performance.now() + 60_000,
): Promise<void> {
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`This did not happen in time: ${description}`);
    await Bun.sleep(10);
  }
}

type MovieFields = { year?: number; adult?: boolean; overview?: string };

async function insertMovies(
  tx: Db,
  ids: readonly string[],
  titles: readonly string[],
  { year = 2001, adult = false, overview }: MovieFields,
): Promise<void> {
  const rows = JSON.stringify(ids.map((id, place) => ({ id, title: titles[place] })));
  const given = sql`jsonb_to_recordset(${rows}::text::jsonb) as given(id uuid, title text)`;
  await tx.execute(sql`
    insert into titles (id, kind, external_id)
    select id, 'movie', (select coalesce(max(external_id), 0) from titles) + row_number() over ()
    from ${given}`);
  await tx.execute(sql`
    insert into movies (id, title, release_date, vote_count, adult, overview)
    select id, title, ${`${year}-02-03`}::date, 100, ${adult}::boolean,
      coalesce(${overview ?? null}::text, 'The plot of ' || title || '.') from ${given}`);
  await refreshNames(tx, ids);
}

/** A new catalog, a new index behind a gate that can fail, and functions that start relays. */
export async function indexedCatalog() {
  const database = await testDatabase({ max: 4 });
  const { db, address } = database;
  const { url, key, end, double } = openServer();
  const gate = meilisearchGate(url);
  const index = `test_${crypto.randomUUID()}`;
  const meili = openMeili({ url, key });
  const relays: (() => Promise<void>)[] = [];

  /** Starts a relay as another process would; returns a function that stops it. */
  const startRelay = (settings: Partial<RelaySettings> = {}) => {
    const stop = new AbortController();
    const { db, close } = openDatabase(address, { max: 1, name: relayName });
    const running = runRelay({
      db,
      meili: openMeili({ url: gate.url, key }),
      index,
      log: silent,
      signal: stop.signal,
      settings: { ...quickSettings, ...settings },
    });
    const ended = async () => {
      stop.abort();
      await running;
      await close();
    };
    relays.push(ended);
    return ended;
  };

  /** All documents of the index by id, read from the server directly. */
  const documents = async (uid = index): Promise<Map<string, unknown>> => {
    const response = await fetch(`${url}/indexes/${uid}/documents/fetch`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ limit: 100_000 }),
    });
    if (!response.ok) return new Map();
    const { results } = (await response.json()) as { results: { id: string }[] };
    return new Map(results.map((document) => [document.id, document]));
  };

  /** The ids whose documents differ between the catalog and the index. */
  const drift = async (): Promise<string[]> => {
    const expected = new Map((await documentsAfter(db, nilUuid, 100_000)).map((d) => [d.id, d]));
    const actual = await documents();
    const ids = new Set([...expected.keys(), ...actual.keys()]);
    return [...ids].filter((id) => !Bun.deepEquals(expected.get(id), actual.get(id)));
  };

  const outboxSize = async (): Promise<number> => {
    const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from search_outbox`);
    return rows[0]?.n ?? 0;
  };

  const serve = (secondary?: SecondarySearch) =>
    testService({ database, routes: (given) => searchRoutes({ ...given, secondary }) });
  const service = await serve(openSecondarySearch({ url: gate.url, key, index }, silent));
  const plain = await serve();

  const get = async (
    from: TestService,
    parameters: Record<string, string>,
  ): Promise<SearchResponse> => {
    const text = String(new URLSearchParams(parameters));
    const { status, body } = await from.get<SearchResponse>(`/search?${text}`);
    if (status !== 200) throw new Error(`${text}: ${status}`);
    return body;
  };

  /** The response to GET /search of a service with the secondary search; throws unless it is 200. */
  const search = (query: string, others: Record<string, string> = {}) =>
    get(service, { query, ...others });

  return {
    db,
    database,
    search,
    /** The same without the secondary search. */
    plainSearch: (query: string) => get(plain, { query }),
    /** The ids that a search of the index returns. */
    searchIndex: async (q: string): Promise<string[]> => {
      const response = await fetch(`${url}/indexes/${index}/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ q }),
      });
      const { hits } = (await response.json()) as { hits: { id: string }[] };
      return hits.map(({ id }) => id);
    },
    /** Requests another rebuild. */
    requestRebuild: () => requestRebuild(db, crypto.randomUUID()),
    /** The titles in the response, best first. */
    titles: async (query: string, others: Record<string, string> = {}) =>
      (await search(query, others)).results.map(({ title }) => title ?? ""),
    gate,
    double,
    url,
    key,
    index,
    meili,
    startRelay,
    documents,
    drift,
    outboxSize,
    /** Returns when the outbox is empty and the catalog and the index agree. */
    inSync: () =>
      until(
        async () => (await outboxSize()) === 0 && (await drift()).length === 0,
        "the index is in sync",
      ),
    /** Adds movies with these titles, in transactions of up to 50; returns their ids. */
    addMovies: async (titles: readonly string[], others: MovieFields = {}): Promise<string[]> => {
      const ids = titles.map(() => uuidv7());
      for (let start = 0; start < ids.length; start += 50) {
        const some = ids.slice(start, start + 50);
        await db.transaction((tx) => insertMovies(tx, some, titles.slice(start), others));
      }
      return ids;
    },
    rename: (id: string, title: string) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update movies set title = ${title} where id = ${id}`);
        await refreshNames(tx, [id]);
      }),
    remove: (id: string) => db.execute(sql`delete from titles where id = ${id}`),
    [Symbol.asyncDispose]: async () => {
      gate.meets("open");
      for (const stop of relays) await stop();
      for (const uid of [index, `${index}_new`]) {
        if ((await meili.count(uid)) !== undefined) await meili.waitForTask(await meili.drop(uid));
      }
      await Promise.all([service[Symbol.asyncDispose](), plain[Symbol.asyncDispose]()]);
      await gate[Symbol.asyncDispose]();
      await end();
      await database.close();
    },
  };
}
export type IndexedCatalog = Awaited<ReturnType<typeof indexedCatalog>>;

/** Titles that differ in a number. */
export const names = (count: number, of = "Story") =>
  Array.from({ length: count }, (_, number) => `${of} ${number}`);

/** An indexed catalog with these movies, whose relay runs and has caught up. */
export async function relayedCatalog(titles: readonly string[]) {
  const catalog = await indexedCatalog();
  const ids = await catalog.addMovies(titles);
  const stop = catalog.startRelay();
  await catalog.inSync();
  return { catalog, ids, stop, [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose]() };
}
