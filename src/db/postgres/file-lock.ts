import { Database } from "bun:sqlite";
import { EmbeddedServerError } from "./error";

const PATIENCE_MS = 60_000;

/**
 * Runs `work` while no other process holds the same lock file. SQLite's lock is the kernel's own, so
 * it is gone the moment its holder is, however that ended: there is no stale lock to judge.
 */
export async function exclusively<Result>(
  file: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = open(file);
  try {
    const deadline = Date.now() + PATIENCE_MS;
    while (!taken(lock)) {
      if (Date.now() > deadline) {
        throw new EmbeddedServerError(
          `DATA_DIR: another process has held ${file} for ${PATIENCE_MS / 1000} s while starting the database`,
        );
      }
      await Bun.sleep(20);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function open(file: string): Database {
  try {
    return new Database(file, { create: true, readwrite: true });
  } catch (error) {
    throw new EmbeddedServerError(
      `DATA_DIR: ${file} cannot be written (${String(error)}): choose a DATA_DIR that can`,
    );
  }
}

function taken(lock: Database): boolean {
  try {
    lock.run("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return false;
    throw new EmbeddedServerError(
      `DATA_DIR: ${lock.filename} cannot be locked (${String(error)}): choose a DATA_DIR that can be written`,
    );
  }
}
