import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { assetFolder } from "~/assets";
import { runBackfills } from "~/db/backfills";

/** Runs a backfill of the migrations once more: each drops its procedure when its work is done. */
export async function backfillAgain(driver: postgres.Sql, name: string): Promise<void> {
  const statement = readMigrationFiles({ migrationsFolder: assetFolder("drizzle") })
    .flatMap((file) => file.sql)
    .find((text) => text.includes(`create procedure ${name}()`));
  if (statement === undefined) throw new Error(`No migration creates ${name}.`);
  await driver.unsafe(statement);
  await runBackfills(driver);
}
