import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/address";
import { startEmbedded } from "~/db/embedded";
import { isPassing, sqlState } from "~/db/failure";
import { migrateDatabase } from "~/db/migrate";
import { Misconfigured } from "./exit";
import { listenMeanwhile } from "./listen";

export type ReadyDatabase = { address: DatabaseAddress; stop: () => Promise<void> };

/** What a wrong address, name or password answers: no patience cures it. */
const refusals: Record<string, string> = {
  "28P01": "the password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database",
  "42501": "the user may not create tables",
};

const say = (line: string) => console.error(line);

/**
 * The database of the settings, migrated: the one DATABASE_URL names, else the service's own under
 * DATA_DIR. One that is away is waited for, with `listens` under an answer on HOST and PORT that says
 * so; one that refuses us is a Misconfigured.
 */
export async function readyDatabase(config: Config, listens = false): Promise<ReadyDatabase> {
  const { databaseUrl: url, dataDir: data_dir } = config;
  if (url === undefined) return ownDatabase(data_dir);
  const address = { url };
  if (!(await migrated(address))) {
    const meanwhile = listens ? listenMeanwhile(config) : undefined;
    say("DATABASE_URL: the database does not answer yet; waiting for it.");
    try {
      do await Bun.sleep(500);
      while (!(await migrated(address)));
    } finally {
      await meanwhile?.stop();
    }
  }
  return { address, stop: async () => {} };
}

async function ownDatabase(data_dir: string): Promise<ReadyDatabase> {
  const { address, stop } = await startEmbedded({ data_dir, log: say });
  try {
    await migrateDatabase(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

/** False while the database is away, or cannot do this now: older releases may hold its tables. */
async function migrated(address: DatabaseAddress): Promise<boolean> {
  try {
    await migrateDatabase(address);
    return true;
  } catch (error) {
    const refusal = refusals[sqlState(error) ?? ""];
    if (refusal !== undefined) throw new Misconfigured(`DATABASE_URL: ${refusal}.`);
    if (isPassing(error)) return false;
    throw error;
  }
}
