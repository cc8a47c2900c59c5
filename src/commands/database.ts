import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/address";
import { startEmbedded } from "~/db/embedded";
import { migrateDatabase } from "~/db/migrate";
import { sqlState } from "~/db/transaction";
import { Misconfigured } from "./exit";

export type ReadyDatabase = { address: DatabaseAddress; stop: () => Promise<void> };

/** What a wrong address, name or password answers: no patience cures it. */
const refusals: Record<string, string> = {
  "28P01": "the password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database",
  "42501": "the user may not create tables",
};

/**
 * The database of the settings, migrated: the one DATABASE_URL names, else the service's own under
 * DATA_DIR. One that is away is waited for; one that refuses us is a Misconfigured.
 */
export async function readyDatabase(config: Config): Promise<ReadyDatabase> {
  const say = (line: string) => console.error(line);
  const { databaseUrl: url, dataDir: data_dir } = config;
  if (url === undefined) {
    const server = await startEmbedded({ data_dir, log: say });
    await migrateDatabase(server.address);
    return { address: server.address, stop: server.stop };
  }
  await migrateWhenUp({ url }, say);
  return { address: { url }, stop: async () => {} };
}

async function migrateWhenUp(address: DatabaseAddress, say: (line: string) => void): Promise<void> {
  let waiting = false;
  while (!(await migrated(address))) {
    if (!waiting) say("DATABASE_URL: the database does not answer yet; waiting for it.");
    waiting = true;
    await Bun.sleep(500);
  }
}

/** False while the database is away. */
async function migrated(address: DatabaseAddress): Promise<boolean> {
  try {
    await migrateDatabase(address);
    return true;
  } catch (error) {
    const state = sqlState(error) ?? "";
    const refusal = refusals[state];
    if (refusal !== undefined) throw new Misconfigured(`DATABASE_URL: ${refusal}.`);
    if (isAway(error, state)) return false;
    throw error;
  }
}

/** Connection trouble of the driver (its codes are words; ENOENT: no socket yet) or a server that is starting or stopping. */
const isAway = (error: unknown, state: string): boolean =>
  state.startsWith("57P0") ||
  state.startsWith("08") ||
  (error instanceof Error &&
    /^(ECONN|CONNECT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|ETIMEDOUT)/.test(
      String((error as { code?: unknown }).code),
    ));
