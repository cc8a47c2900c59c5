import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestDatabase, testDatabase } from "../../support/database";
import { testService } from "../../support/service";
import { type Wire, wireTo } from "./wire";

setDefaultTimeout(30_000);

/** A service whose line to the notifications can fail, while its other statements go on. */
async function wiredService(mode: Wire["mode"] = "open") {
  const database = await testDatabase();
  const wire = await wireTo(database.address);
  wire.mode = mode;
  const service = await testService({ database, hot: wire.address });
  const isHot = async () => (await service.get("/genres")).headers.has("age");
  const untilHot = async () => {
    while (!(await isHot())) await Bun.sleep(10);
  };
  const stop = async () => {
    await service[Symbol.asyncDispose]();
    await wire[Symbol.asyncDispose]();
    await database.close();
  };
  return { ...service, database, wire, isHot, untilHot, [Symbol.asyncDispose]: stop };
}

const renamed = async ({ driver }: Pick<TestDatabase, "driver">, name: string) =>
  driver`update genres set name = ${name} where name = (select min(name) from genres)`;

describe.concurrent("while notifications do not arrive", () => {
  test("on a connection that was lost, nothing is given that was kept before", async () => {
    await using service = await wiredService();
    await service.untilHot();
    for (let n = 0; n < 5; n += 1) {
      service.wire.cut();
      await renamed(service.database, `!Lost ${n}`);
      await Bun.sleep(100);
      expect((await service.get("/genres")).text).toContain(`!Lost ${n}`);
      await service.untilHot();
      expect((await service.get("/genres")).text).toContain(`!Lost ${n}`);
    }
  });

  test("on a connection that only seems to be there, nothing is given 100 ms later", async () => {
    await using service = await wiredService();
    await service.untilHot();
    service.wire.mode = "silent";
    await renamed(service.database, "!Silent");
    await Bun.sleep(100);
    for (let n = 0; n < 20; n += 1) {
      const { status, headers, text } = await service.get("/genres");
      expect([status, headers.has("age")]).toEqual([200, false]);
      expect(text).toContain("!Silent");
    }
    expect(service.hot?.changes.hears).toBe(false);
    await Bun.sleep(2_500);
    service.wire.mode = "open";
    await service.untilHot();
    expect((await service.get("/genres")).text).toContain("!Silent");
  });

  test("behind a pooler that does not pass them on, nothing is kept, and the log says it once", async () => {
    const lines: string[] = [];
    await using service = await wiredService("deaf");
    service.log.warn = ((line: string) => lines.push(line)) as never;
    const end = performance.now() + 8_000;
    while (performance.now() < end) {
      expect(await service.isHot()).toBe(false);
      await Bun.sleep(50);
    }
    expect(service.hot?.entries).toBe(0);
    // Whoever reads finished jobs does not wait for what will not come: 100 ms each would be too long for this test.
    for (let n = 0; n < 1_000; n += 1) await service.hot?.changes.caughtUp();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("PgBouncer");
  });

  test("a server that is gone and back is heard again without a restart", async () => {
    await using service = await wiredService();
    await service.untilHot();
    await service.driver`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'media-catalog changes'`;
    await renamed(service.database, "!Back");
    await Bun.sleep(100);
    expect((await service.get("/genres")).text).toContain("!Back");
    await service.untilHot();
  });
});

describe("heartbeats", () => {
  let service: Awaited<ReturnType<typeof wiredService>>;
  beforeAll(async () => {
    service = await wiredService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("pause when nobody asks, and the first request afterwards still finds what is kept", async () => {
    await service.untilHot();
    await Bun.sleep(1_300);
    const lastBeat = async () => {
      const rows = await service.driver<{ at: string }[]>`
        select max(query_start)::text as at from pg_stat_activity
        where datname = current_database() and application_name = 'media-catalog changes'`;
      return rows[0]?.at;
    };
    const before = await lastBeat();
    await Bun.sleep(300);
    expect(await lastBeat()).toBe(before);
    expect(await service.isHot()).toBe(true);
    await Bun.sleep(100);
    expect(await lastBeat()).not.toBe(before);
  });
});
