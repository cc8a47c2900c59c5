import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { readIndexState } from "~/search/index/state";
import { refreshNames } from "~/search/names";
import { describeIsolated } from "./describe-isolated";
import { indexedCatalog, until } from "./indexed-catalog";

setDefaultTimeout(240_000);

describeIsolated("the relay", () => {
  test("M159: the index has what the catalog holds when the first relay starts and all later changes", async () => {
    await using catalog = await indexedCatalog();
    const [first = ""] = await catalog.addMovies(["Harbor Light", "Glass Orchard"]);
    expect(await catalog.outboxSize()).toBe(0);
    catalog.startRelay();
    await catalog.inSync();
    const [second = ""] = await catalog.addMovies(["Tide Tables"]);
    await catalog.rename(first, "Harbour Light");
    await catalog.inSync();
    await catalog.remove(second);
    await catalog.inSync();
    const documents = [...(await catalog.documents()).values()] as { title: string }[];
    expect(documents.map(({ title }) => title).sort()).toEqual(["Glass Orchard", "Harbour Light"]);
    expect(await catalog.documents(`${catalog.index}_new`)).toEqual(new Map());
  });

  test("T21: a change that commits after a later change was sent is sent as well", async () => {
    await using catalog = await indexedCatalog();
    const [first = "", second = ""] = await catalog.addMovies(["Harbor Light", "Glass Orchard"]);
    catalog.startRelay();
    await catalog.inSync();
    const written = Promise.withResolvers<void>();
    const overtaken = Promise.withResolvers<void>();
    const slower = catalog.db.transaction(async (tx) => {
      await tx.execute(sql`update movies set title = 'Lantern Quarry' where id = ${first}`);
      await refreshNames(tx, [first]);
      written.resolve();
      await overtaken.promise;
    });
    await written.promise;
    await catalog.rename(second, "Copper Violin");
    await until(async () => (await catalog.outboxSize()) === 0, "the later change is sent");
    overtaken.resolve();
    await slower;
    await catalog.inSync();
    const documents = [...(await catalog.documents()).values()] as { title: string }[];
    const titles = documents.map(({ title }) => title).sort();
    expect(titles).toEqual(["Copper Violin", "Lantern Quarry"]);
  });

  test("a document has the names, the year, the overview and the prominence of an entity", async () => {
    await using catalog = await indexedCatalog();
    catalog.startRelay();
    const [id = ""] = await catalog.addMovies(["Harbor Light"]);
    await catalog.inSync();
    expect((await catalog.documents()).get(id)).toEqual({
      id,
      kind: "movie",
      title: "Harbor Light",
      overview: "The plot of Harbor Light.",
      year: 2001,
      prom: 0.436,
      adult: false,
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await catalog.db.execute(sql`update movies set overview = 'Another plot.' where id = ${id}`);
    await until(async () => (await catalog.outboxSize()) === 0, "the overview is sent");
    expect((await catalog.documents()).get(id)).toMatchObject({ overview: "Another plot." });
  });

  test("the outbox stays empty while no relay runs, and when only the popularity changes", async () => {
    await using catalog = await indexedCatalog();
    const [id = ""] = await catalog.addMovies(["Harbor Light"]);
    await catalog.db.execute(sql`insert into search_index default values`);
    await catalog.db.execute(sql`update search_name set popularity = 12 where entity_id = ${id}`);
    expect(await catalog.outboxSize()).toBe(0);
    await catalog.rename(id, "Harbour Light");
    expect(await catalog.outboxSize()).toBe(1);
    await catalog.db.execute(sql`delete from search_outbox`);
    await catalog.db.execute(sql`update search_index set relayed_at = now() - interval '8 days'`);
    await catalog.rename(id, "Harbor Light");
    expect(await catalog.outboxSize()).toBe(0);
    expect((await readIndexState(catalog.db)).state).toBe("ready");
  });

  test("F16: of two relays one works; when it stops, the other continues without a gap", async () => {
    await using catalog = await indexedCatalog();
    const stopFirst = catalog.startRelay();
    await catalog.addMovies(["Harbor Light"]);
    await catalog.inSync();
    catalog.startRelay();
    const locks = await catalog.db.execute(sql`
      select from pg_locks where locktype = 'advisory' and granted and database =
        (select oid from pg_database where datname = current_database())`);
    expect(locks).toHaveLength(1);
    await stopFirst();
    await catalog.addMovies(["Glass Orchard"]);
    await catalog.inSync();
    expect((await catalog.documents()).size).toBe(2);
  });
});
