import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { assetFolder } from "~/assets";
import type { DatabaseAddress } from "./address";
import { connect } from "./client";

const LOCK = 727_001;

/**
 * Applies pending migrations. Any number of replicas may call it at once: drizzle itself takes no
 * lock, so the session holds an advisory one meanwhile. A failed migration leaves nothing behind.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const driver = connect(address, { max: 1, onnotice: () => {}, connect_timeout: 3 });
  try {
    await driver`select pg_advisory_lock(${LOCK})`;
    await migrate(drizzle(driver), { migrationsFolder: assetFolder("drizzle") });
  } finally {
    await driver.end({ timeout: 5 });
  }
}
