import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ask, removeLeftovers, serverId, TestCluster } from "./test-cluster";

setDefaultTimeout(60_000);
beforeAll(removeLeftovers);

/** The first result once something holds, asked for again after each failure. */
async function patiently<T>(attempt: () => Promise<T>, holds: () => boolean): Promise<T> {
  for (;;) {
    const result = holds() ? await attempt().catch(() => undefined) : undefined;
    if (result !== undefined) return result;
    await Bun.sleep(20);
  }
}

describe.concurrent("startEmbedded", () => {
  test("committed rows are there after kill -9 of the process that started it", async () => {
    await using cluster = await TestCluster.make();
    const { owner } = await cluster.startElsewhere();
    const { address, adopted } = await cluster.start();
    expect(adopted).toBe(true);
    await ask(address, "create table kept as select 7 as row");
    owner.kill("SIGKILL");
    await owner.exited;
    const again = await cluster.start();
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("committed rows are there after kill -9 of the server, also while it is a zombie", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    const { address } = await cluster.start();
    await ask(address, "create table kept as select 7 as row");
    process.kill(await serverId(data_dir), "SIGKILL");
    const again = await cluster.start();
    expect(again.adopted).toBe(false);
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("F7: a server that dies under its owner is started again, at the same address", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    const lines: string[] = [];
    const { address } = await cluster.start((line) => lines.push(line));
    await ask(address, "create table kept as select 7 as row");
    for (let round = 1; round <= 2; round += 1) {
      process.kill(await serverId(data_dir), "SIGKILL");
      const rows = await patiently(
        () => ask(address, "select row from kept"),
        () => lines.length === round,
      );
      expect(rows).toEqual([{ row: 7 }]);
    }
    expect(lines).toEqual(Array(2).fill("The database ended unexpectedly; it is started again."));
  });

  test("F7: whoever uses the server takes it over when its owner is killed, and one after the other", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    const { owner } = await cluster.startElsewhere();
    const lines: string[] = [];
    const second = await cluster.start((line) => lines.push(line));
    const third = await cluster.start((line) => lines.push(line));
    expect([second.adopted, third.adopted]).toEqual([true, true]);
    await ask(second.address, "create table kept as select 7 as row");
    owner.kill("SIGKILL");
    const isTaken = () => lines.length === 1;
    const rows = () => patiently(() => ask(second.address, "select row from kept"), isTaken);
    expect(await rows()).toEqual([{ row: 7 }]);
    await second.stop();
    await patiently(
      () => ask(third.address, "select row from kept"),
      () => true,
    );
    await third.stop();
    expect(existsSync(join(data_dir, "postgres/data/postmaster.pid"))).toBe(false);
    expect(new Set(lines)).toEqual(
      new Set(["The process that ran the database has ended; this one runs it from now on."]),
    );
  });
});
