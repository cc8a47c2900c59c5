import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "~/db/postgres/embedded";
import { ask, removeLeftovers, TestCluster } from "./test-cluster";

setDefaultTimeout(60_000);
beforeAll(removeLeftovers);

describe.concurrent("startEmbedded", () => {
  test("adopts a server that runs already and leaves stopping it to the one who started it", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    const first = await cluster.start();
    const second = await cluster.start();
    expect(second).toMatchObject({ adopted: true, address: first.address });
    await second.stop();
    expect(await ask(first.address, "select 1 as one")).toEqual([{ one: 1 }]);
    await first.stop();
    await first.stop();
    expect(existsSync(join(data_dir, "postgres/data/postmaster.pid"))).toBe(false);
    expect(await cluster.start()).toMatchObject({ adopted: false });
  });

  test("two processes that start at once share one server", async () => {
    await using cluster = await TestCluster.make();
    const both = await Promise.all([cluster.startElsewhere(), cluster.startElsewhere()]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual(["false", "true"]);
  });

  test("a server that is on its way out is waited for and replaced, not adopted", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    for (let round = 0; round < 4; round += 1) {
      const first = await startEmbedded({ data_dir });
      const stopping = first.stop();
      const second = await cluster.start();
      await stopping;
      expect(await ask(second.address, "select 1 as one")).toEqual([{ one: 1 }]);
      await second.stop();
    }
  });
});
