import { loadConfig } from "~/config";
import { migratedDatabase } from "./database";

/** `migrate`: applies pending migrations and exits. */
export async function migrate(): Promise<number> {
  const database = await migratedDatabase(loadConfig(process.env, { serves: false }));
  await database.stop();
  console.log("The database is up to date.");
  return 0;
}
