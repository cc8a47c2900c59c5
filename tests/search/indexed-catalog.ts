import { sql } from "drizzle-orm";
import { type AnyElysia, Elysia } from "elysia";
import { uuidv7 } from "uuidv7";
import { type Db, openDatabase } from "~/db/client";
import { http } from "~/http/http";
import { openMeili } from "~/search/index/client";
import { documentsAfter } from "~/search/index/documents";
import { type RelaySettings, runRelay } from "~/search/index/relay";
import { openSecondarySearch, type SecondarySearch } from "~/search/index/secondary-search";
import { requestRebuild } from "~/search/index/state";
import { nilUuid, refreshNames } from "~/search/names";
import { searchRoutes } from "~/search/routes";
import { testDatabase } from "../support/database";
import { type MeilisearchDouble, meilisearchDouble } from "../support/meilisearch";
import { meilisearchGate } from "../support/meilisearch-gate";
import { quick } from "./quick";
import type { Answer } from "./searched-catalog";

const { MEILI_URL, MEILI_KEY } = process.env;

type Server = {
  url: string;
  key: string;
  end: () => Promise<void>;
  double?: MeilisearchDouble;
};

/** Whether the tests run against a real server: what only the double can do is left out then. */
export const isReal = MEILI_URL !== undefined;

/** The Meilisearch of this run: a real one where MEILI_URL names it, else a double. */
function server(): Server {
  if (MEILI_URL) return { url: MEILI_URL, key: MEILI_KEY ?? "", end: async () => {} };
  const double = meilisearchDouble();
  const end = async () => await double[Symbol.asyncDispose]();
  return { url: double.url, key: double.key, end, double };
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What the connections of relays call themselves. */
const relayName = "a relay under test";

/** Waits until something holds, at most a minute: the time in which drift has to be gone (P11). */
export async function until(
  holds: () => Promise<boolean>,
  what: string,
  deadline = performance.now() + 60_000,
): Promise<void> {
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It never happened: ${what}`);
    await Bun.sleep(10);
  }
}

type Others = { year?: number; adult?: boolean; overview?: string };

async function insertMovies(
  tx: Db,
  ids: readonly string[],
  titles: readonly string[],
  { year = 2001, adult = false, overview }: Others,
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

/** A catalog of its own, an index of its own behind a gate, and relays to start. */
export async function indexedCatalog() {
  const database = await testDatabase({ max: 4 });
  const { db, address } = database;
  const { url, key, end, double } = server();
  const gate = meilisearchGate(url);
  const index = `test_${crypto.randomUUID()}`;
  const meili = openMeili({ url, key });
  const relays: (() => Promise<void>)[] = [];

  /** Starts a relay as one more process would have it; returns how to stop it. */
  const startRelay = (settings: Partial<RelaySettings> = {}) => {
    const stop = new AbortController();
    const { db, close } = openDatabase(address, { max: 1, name: relayName });
    const running = runRelay({
      db,
      meili: openMeili({ url: gate.url, key }),
      index,
      log: silent,
      signal: stop.signal,
      settings: { ...quick, ...settings },
    });
    const ended = async () => {
      stop.abort();
      await running;
      await close();
    };
    relays.push(ended);
    return ended;
  };

  /** All documents of the index, by id, asked of the server itself. */
  const held = async (uid = index): Promise<Map<string, unknown>> => {
    const response = await fetch(`${url}/indexes/${uid}/documents/fetch`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ limit: 100_000 }),
    });
    if (!response.ok) return new Map();
    const { results } = (await response.json()) as { results: { id: string }[] };
    return new Map(results.map((document) => [document.id, document]));
  };

  /** The ids whose documents the two sides do not agree about. */
  const drift = async (): Promise<string[]> => {
    const wanted = new Map((await documentsAfter(db, nilUuid, 100_000)).map((d) => [d.id, d]));
    const there = await held();
    const ids = new Set([...wanted.keys(), ...there.keys()]);
    return [...ids].filter((id) => !Bun.deepEquals(wanted.get(id), there.get(id)));
  };

  const outboxSize = async (): Promise<number> => {
    const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from search_outbox`);
    return rows[0]?.n ?? 0;
  };

  const served = (secondary?: SecondarySearch): AnyElysia => {
    const routes = () => app.routes;
    const app: AnyElysia = new Elysia({ prefix: "/api/v1" })
      .use(http({ log: { error: console.error }, maxBodyBytes: 65_536, routes }))
      .use(searchRoutes({ db, secondary }));
    return app;
  };
  const app = served(openSecondarySearch({ url: gate.url, key, index }, silent));
  const plain = served();

  const answer = async (asked: AnyElysia, parameters: Record<string, string>): Promise<Answer> => {
    const text = String(new URLSearchParams(parameters));
    const response = await asked.handle(new Request(`http://localhost/api/v1/search?${text}`));
    if (response.status !== 200) throw new Error(`${text}: ${response.status}`);
    return (await response.json()) as Answer;
  };

  /** The answer of GET /search that asks Meilisearch, too, which must succeed. */
  const search = (query: string, others: Record<string, string> = {}) =>
    answer(app, { query, ...others });

  return {
    db,
    database,
    search,
    /** The same of a service that asks PostgreSQL alone. */
    plainSearch: (query: string) => answer(plain, { query }),
    /** The ids that the index itself finds. */
    searchIndex: async (q: string): Promise<string[]> => {
      const response = await fetch(`${url}/indexes/${index}/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ q }),
      });
      const { hits } = (await response.json()) as { hits: { id: string }[] };
      return hits.map(({ id }) => id);
    },
    /** Asks for one rebuild more. */
    requestRebuild: () => requestRebuild(db, crypto.randomUUID()),
    /** The titles found, best first. */
    titles: async (query: string, others: Record<string, string> = {}) =>
      (await search(query, others)).results.map(({ title }) => title ?? ""),
    gate,
    double,
    url,
    key,
    index,
    meili,
    startRelay,
    held,
    drift,
    outboxSize,
    /** Returns when nothing waits and both sides agree. */
    inStep: () =>
      until(
        async () => (await outboxSize()) === 0 && (await drift()).length === 0,
        "the index is in step",
      ),
    /** Adds movies called so, in transactions of up to 50; returns their ids. */
    addMovies: async (titles: readonly string[], others: Others = {}): Promise<string[]> => {
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
      await gate[Symbol.asyncDispose]();
      await end();
      await database.close();
    },
  };
}
export type IndexedCatalog = Awaited<ReturnType<typeof indexedCatalog>>;
