import { loadConfig } from "~/config";
import { readyDatabase } from "./database";

/** `migrate`: applies pending migrations. */
export async function migrate(): Promise<number> {
  const database = await readyDatabase(loadConfig(process.env, { serves: false }));
  await database.stop();
  console.log("The database is up to date.");
  return 0;
}
