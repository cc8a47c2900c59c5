import { beginEpoch } from "~/changes/epoch";
import { loadConfig } from "~/config";
import { openDatabase } from "~/db/client";
import { migratedDatabase } from "./database";

/** `changes new-epoch`: makes every cursor of the change feed expire, and prints the new epoch. */
export async function newEpoch(): Promise<number> {
  const database = await migratedDatabase(loadConfig(process.env, { serves: false }));
  const { db, close } = openDatabase(database.address, { max: 1 });
  try {
    const epoch = await beginEpoch(db);
    console.log(`The change feed has the new epoch ${epoch}: its clients read everything anew.`);
    return 0;
  } finally {
    await close();
    await database.stop();
  }
}
