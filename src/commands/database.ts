import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/address";
import { startEmbedded } from "~/db/embedded";
import { isPassing, sqlState } from "~/db/failure";
import { migrateDatabase } from "~/db/migrate";
import { Misconfigured } from "./exit";

export type ChosenDatabase = {
  address: DatabaseAddress;
  /** The setting that says where it is. */
  setting: "DATABASE_URL" | "DATA_DIR";
  stop: () => Promise<void>;
};

/** What a wrong address, name or password answers: no patience cures it. */
const refusals: Record<string, string> = {
  "28P01": "the password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database",
  "42501": "the user may not create tables",
};

const say = (line: string) => console.error(line);

/** The database of the settings: the one DATABASE_URL names, else the service's own, started. */
export async function chosenDatabase(config: Config): Promise<ChosenDatabase> {
  const { databaseUrl: url, dataDir: data_dir } = config;
  if (url !== undefined) {
    return { address: { url }, setting: "DATABASE_URL", stop: async () => {} };
  }
  const { address, stop } = await startEmbedded({ data_dir, log: say });
  return { address, setting: "DATA_DIR", stop };
}

/**
 * Waits until a database answers and is migrated, and says so. One that refuses us is a Misconfigured.
 */
export async function untilMigrated({ address, setting }: ChosenDatabase): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      await migrateDatabase(address);
      return;
    } catch (error) {
      if (!isAwaited(error)) throw error;
      if (!isTold) say(`${setting}: the database does not answer yet; waiting for it.`);
    }
    await Bun.sleep(500);
  }
}

/** The database of the settings, migrated; see {@link untilMigrated}. */
export async function readyDatabase(config: Config): Promise<ChosenDatabase> {
  const database = await chosenDatabase(config);
  try {
    await untilMigrated(database);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Whether patience cures it. */
function isAwaited(error: unknown): boolean {
  const refusal = refusals[sqlState(error) ?? ""];
  if (refusal !== undefined) throw new Misconfigured(`DATABASE_URL: ${refusal}.`);
  return isPassing(error);
}
