import { sql } from "drizzle-orm";
import { type AnyElysia, Elysia } from "elysia";
import { uuidv7 } from "uuidv7";
import { openDatabase } from "~/db/client";
import { http } from "~/http/http";
import { openMeili } from "~/search/meilisearch/client";
import { documentsAfter, firstId } from "~/search/meilisearch/documents";
import { openOpinion } from "~/search/meilisearch/opinion";
import { type RelaySettings, runRelay } from "~/search/meilisearch/relay";
import { refreshNames } from "~/search/names";
import { searchRoutes } from "~/search/routes";
import { testDatabase } from "../support/database";
import { type MeilisearchDouble, meilisearchDouble } from "../support/meilisearch";
import { meilisearchGate } from "../support/meilisearch-gate";
import { quick } from "./quick";
import type { Answer } from "./searched";

const { MEILI_URL, MEILI_KEY } = process.env;

/** The Meilisearch of this run: a real one where MEILI_URL names it, else a double. */
const server = (): Pick<MeilisearchDouble, "url"> & { key: string; end: () => Promise<void> } => {
  if (MEILI_URL) return { url: MEILI_URL, key: MEILI_KEY ?? "", end: async () => {} };
  const double = meilisearchDouble();
  return { url: double.url, key: double.key, end: async () => await double[Symbol.asyncDispose]() };
};

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Waits until something holds, at most a minute: the time in which drift has to be gone (P11). */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It never happened: ${what}`);
    await Bun.sleep(10);
  }
}

/** A catalog of its own, an index of its own behind a gate, and relays to start. */
export async function indexedCatalog() {
  const database = await testDatabase({ max: 4 });
  const { db, address } = database;
  const { url, key, end } = server();
  const gate = meilisearchGate(url);
  const index = `test_${crypto.randomUUID()}`;
  const meili = openMeili({ url, key });
  const relays: (() => Promise<void>)[] = [];

  /** Starts a relay as one more process would have it; returns how to stop it. */
  const startRelay = (settings: Partial<RelaySettings> = {}) => {
    const stop = new AbortController();
    const { db, close } = openDatabase(address, { max: 1, statement_timeout_ms: 60_000 });
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
    const wanted = new Map((await documentsAfter(db, firstId, 100_000)).map((d) => [d.id, d]));
    const there = await held();
    const ids = new Set([...wanted.keys(), ...there.keys()]);
    return [...ids].filter((id) => !Bun.deepEquals(wanted.get(id), there.get(id)));
  };

  const outboxSize = async (): Promise<number> => {
    const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from search_outbox`);
    return rows[0]?.n ?? 0;
  };

  const app: AnyElysia = new Elysia({ prefix: "/api/v1" })
    .use(http({ log: { error: console.error }, maxBodyBytes: 65_536, routes: () => app.routes }))
    .use(searchRoutes({ db, second: openOpinion({ url: gate.url, key, index }, silent) }));

  /** The answer of GET /search that asks Meilisearch, too, which must succeed. */
  const search = async (query: string, others: Record<string, string> = {}): Promise<Answer> => {
    const text = String(new URLSearchParams({ query, ...others }));
    const response = await app.handle(new Request(`http://localhost/api/v1/search?${text}`));
    if (response.status !== 200) throw new Error(`${text}: ${response.status}`);
    return (await response.json()) as Answer;
  };

  return {
    db,
    database,
    search,
    /** The titles found, best first. */
    titles: async (query: string, others: Record<string, string> = {}) =>
      (await search(query, others)).results.map(({ title }) => title ?? ""),
    gate,
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
    /** Adds movies called so, or gives movie `ids[i]` a new title, in one transaction each as ingestion does. */
    addMovies: async (
      titles: readonly string[],
      {
        year = 2001,
        adult = false,
        overview,
      }: { year?: number; adult?: boolean; overview?: string } = {},
    ): Promise<string[]> => {
      const ids: string[] = [];
      for (const title of titles) {
        const id = uuidv7();
        await db.transaction(async (tx) => {
          await tx.execute(sql`insert into titles (id, kind, external_id)
            values (${id}, 'movie', (select coalesce(max(external_id), 0) + 1 from titles))`);
          await tx.execute(sql`insert into movies
              (id, title, release_date, vote_count, adult, overview)
            values (${id}, ${title}, ${`${year}-02-03`}, 100, ${adult},
              ${overview ?? `The plot of ${title}.`})`);
          await refreshNames(tx, [id]);
        });
        ids.push(id);
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
        if ((await meili.count(uid)) !== undefined) await meili.finished(await meili.drop(uid));
      }
      await gate[Symbol.asyncDispose]();
      await end();
      await database.close();
    },
  };
}
export type IndexedCatalog = Awaited<ReturnType<typeof indexedCatalog>>;
