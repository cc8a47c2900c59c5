import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/client";
import { isTemporary, sqlState } from "~/db/failure";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { Misconfigured } from "./exit";
import { waitReporter } from "./waiting";

/** The database of the service. */
export type ServiceDatabase = {
  address: DatabaseAddress;
  /** Prints why the service waits for the database; see {@link waitReporter}. */
  reportAway: (error: unknown) => void;
  /** Stops the database if it is embedded and this process started it. */
  stop: () => Promise<void>;
};

/** Errors of a wrong name, password or permission, by SQLSTATE. Waiting does not help. */
const refusals: Record<string, string> = {
  "28P01": "the password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database",
  "42501": "the user may not create tables",
};

const print = (line: string) => console.error(line);

/** The database that DATABASE_URL names, else the embedded one, which is started. */
export async function resolveDatabase(config: Config): Promise<ServiceDatabase> {
  const { databaseUrl: url, dataDir: data_dir } = config;
  if (url !== undefined) return databaseAt("DATABASE_URL", { url }, async () => {});
  const { address, stop } = await startEmbedded({ data_dir, log: print });
  return databaseAt("DATA_DIR", address, stop);
}

const databaseAt = (
  setting: "DATABASE_URL" | "DATA_DIR",
  address: DatabaseAddress,
  stop: () => Promise<void>,
): ServiceDatabase => ({ address, reportAway: waitReporter(setting, address, print), stop });

/**
 * Migrates the database; waits until it is reachable and prints why it waits. Throws Misconfigured if the
 * database refuses access.
 */
export async function migrateWhenReachable({
  address,
  reportAway,
}: ServiceDatabase): Promise<void> {
  for (;;) {
    try {
      await migrateDatabase(address);
      return;
    } catch (error) {
      throwUnlessTemporary(error);
      reportAway(error);
    }
    await Bun.sleep(500);
  }
}

/** The database of the settings, migrated; see {@link migrateWhenReachable}. */
export async function migratedDatabase(config: Config): Promise<ServiceDatabase> {
  const database = await resolveDatabase(config);
  try {
    await migrateWhenReachable(database);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

function throwUnlessTemporary(error: unknown): void {
  const refusal = refusals[sqlState(error) ?? ""];
  if (refusal !== undefined) throw new Misconfigured(`DATABASE_URL: ${refusal}.`);
  if (!isTemporary(error)) throw error;
}
