import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "~/db/client";
import { openReplica } from "~/db/replica";
import { movies } from "~/db/schema";
import { testDatabase } from "../support/database";

// What a real standby does, and when it goes away or lags, is in tests/faults/standby.ts.

const reading = (primary: Database, standby: Database) => {
  const told: string[] = [];
  const replica = openReplica(primary, standby, {
    onChange: (state) => void told.push(state),
    interval_ms: 20,
  });
  return { ...replica, told };
};

describe("openReplica", () => {
  test("F10: a server that is no standby is never read from", async () => {
    await using primary = await testDatabase();
    await using other = await testDatabase();
    const { reads, state, close, told } = reading(primary, other);
    await Bun.sleep(100);
    const [row] = await reads.execute(sql`select current_database() as name`);
    expect(row).toEqual({ name: primary.name });
    expect([state(), told]).toEqual(["away", []]);
    await close();
  });

  test("F10: one that cannot be reached costs no read", async () => {
    await using primary = await testDatabase();
    const nowhere = openDatabase({ path: "/nowhere/.s.PGSQL.5432", user: "u", database: "d" });
    const { reads, state, close } = reading(primary, nowhere);
    expect(await reads.select().from(movies)).toEqual([]);
    const counted = await reads.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 800`);
      return [...(await tx.execute(sql`select 1 as one`))];
    });
    expect([counted, state()]).toEqual([[{ one: 1 }], "away"]);
    await close();
  });
});
