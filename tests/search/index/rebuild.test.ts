import { expect, setDefaultTimeout, test } from "bun:test";
import { readIndexState } from "~/search/index/state";
import { describeIsolated } from "./describe-isolated";
import { indexedCatalog, names, relayedCatalog, until } from "./indexed-catalog";

setDefaultTimeout(240_000);

describeIsolated("P12: a rebuild", () => {
  test("runs during writes and searches without fewer results, and deletes the second index", async () => {
    await using setting = await relayedCatalog([...names(200), "Harbor Light"]);
    const { catalog, ids } = setting;
    const [id = ""] = ids.slice(-1);
    await setting.stop();
    await catalog.requestRebuild();
    catalog.startRelay({ page: 50 });
    let writes = 0;
    let searches = 0;
    const isDone = async () => {
      const { state } = await readIndexState(catalog.db);
      return state === "ready" && searches >= 20;
    };
    const writing = async () => {
      while (!(await isDone())) {
        await catalog.rename(ids[writes % 200] ?? "", `Tale ${writes}`);
        writes += 1;
        await Bun.sleep(20);
      }
    };
    const searching = async () => {
      while (!(await isDone())) {
        expect(await catalog.searchIndex("harbor")).toEqual([id]);
        expect(await catalog.titles("harbor light")).toEqual(["Harbor Light"]);
        searches += 1;
      }
    };
    await Promise.all([writing(), searching()]);
    await catalog.inSync();
    expect(writes).toBeGreaterThan(2);
    expect(await catalog.meili.count(`${catalog.index}_new`)).toBeUndefined();
  });

  test("that was interrupted at any step is finished by the next relay", async () => {
    await using catalog = await indexedCatalog();
    await catalog.addMovies(names(40));
    for (const step of [
      "POST /indexes",
      "/settings",
      "_new/documents",
      "/swap-indexes",
      "DELETE /indexes",
    ]) {
      const met = Promise.withResolvers<void>();
      catalog.gate.watch(async ({ method, url }) => {
        if (!`${method} ${new URL(url).pathname}`.includes(step) || method === "GET")
          return undefined;
        met.resolve();
        return new Response("{}", { status: 500 });
      });
      await catalog.requestRebuild();
      const stop = catalog.startRelay({ page: 10 });
      await met.promise;
      await stop();
      catalog.gate.watch(undefined);
    }
    catalog.startRelay();
    await until(async () => (await readIndexState(catalog.db)).state === "ready", "it is rebuilt");
    await catalog.inSync();
    expect(await catalog.meili.count(`${catalog.index}_new`)).toBeUndefined();
  });
});
