import { describe, expect, spyOn, test } from "bun:test";
import { keepEpoch } from "~/changes/epoch";
import { run } from "~/commands/program";
import { testDatabase } from "../support/database";

type Counter = { epoch: string; system_identifier: string; timeline: number };

const read = async ({ driver }: Awaited<ReturnType<typeof testDatabase>>) => {
  const [row] = await driver<
    Counter[]
  >`select epoch, system_identifier, timeline from change_counter`;
  return row as Counter;
};

describe("the epoch of the feed", () => {
  test("N64: begins with the first database, and anew with another one or another timeline", async () => {
    await using database = await testDatabase();
    const { db, driver } = database;
    const migrated = await read(database);
    await keepEpoch(db);
    const served = await read(database);
    await keepEpoch(db);
    expect(await read(database)).toEqual(served);
    expect(served).toMatchObject({ epoch: migrated.epoch, timeline: 1 });
    expect(served.system_identifier).toMatch(/^\d{10,}\/\d+$/);

    const beside = "system_identifier = system_identifier || '0'";
    for (const change of ["system_identifier = '42'", beside, "timeline = 7"]) {
      const before = await read(database);
      await driver.unsafe(`update change_counter set ${change}`);
      await keepEpoch(db);
      const after = await read(database);
      expect(after).toEqual({ ...served, epoch: after.epoch });
      expect(after.epoch).toMatch(/^[0-9a-f]{8}$/);
      expect(after.epoch).not.toBe(before.epoch);
    }
  });

  test("N64: of processes that notice at once one begins it", async () => {
    await using database = await testDatabase();
    await database.driver`update change_counter set system_identifier = '42'`;
    const seen = await Promise.all(
      Array.from({ length: 8 }, async () => {
        await keepEpoch(database.db);
        return (await read(database)).epoch;
      }),
    );

    expect(new Set(seen).size).toBe(1);
  });

  test("N64: `changes new-epoch` begins one and says so", async () => {
    await using database = await testDatabase();
    const before = await read(database);
    const { path, database: name } = database.address as { path: string; database: string };
    const folder = path.slice(0, path.lastIndexOf("/"));
    const said: string[] = [];
    const spy = spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
    const { DATABASE_URL } = process.env;
    process.env.DATABASE_URL = `postgres://catalog@localhost/${name}?host=${folder}`;
    try {
      expect(await run(["changes", "new-epoch"])).toBe(0);
    } finally {
      spy.mockRestore();
      if (DATABASE_URL === undefined) delete process.env.DATABASE_URL;
      else process.env.DATABASE_URL = DATABASE_URL;
    }
    const { epoch } = await read(database);

    expect(epoch).not.toBe(before.epoch);
    expect(said.join()).toContain(epoch);
  });
});
