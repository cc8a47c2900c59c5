import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/client";
import { isTemporary, sqlState } from "~/db/failure";
import { migrateDatabase } from "~/db/migrate";
import { startEmbedded } from "~/db/postgres/embedded";
import { Misconfigured } from "./exit";
import { tellWaiting } from "./waiting";

export type ChosenDatabase = {
  address: DatabaseAddress;
  /** Says why it is waited for; see {@link tellWaiting}. */
  tellAway: (error: unknown) => void;
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
  if (url !== undefined) return chosen("DATABASE_URL", { url }, async () => {});
  const { address, stop } = await startEmbedded({ data_dir, log: say });
  return chosen("DATA_DIR", address, stop);
}

const chosen = (
  setting: "DATABASE_URL" | "DATA_DIR",
  address: DatabaseAddress,
  stop: () => Promise<void>,
): ChosenDatabase => ({ address, tellAway: tellWaiting(setting, address, say), stop });

/**
 * Waits until a database answers and is migrated, and says meanwhile why it has to wait. One that
 * refuses us is a Misconfigured.
 */
export async function untilMigrated({ address, tellAway }: ChosenDatabase): Promise<void> {
  for (;;) {
    try {
      await migrateDatabase(address);
      return;
    } catch (error) {
      tellAway(awaitedOr(error));
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

/** An error that patience cures; throws any other. */
function awaitedOr(error: unknown): unknown {
  const refusal = refusals[sqlState(error) ?? ""];
  if (refusal !== undefined) throw new Misconfigured(`DATABASE_URL: ${refusal}.`);
  if (isTemporary(error)) return error;
  throw error;
}
