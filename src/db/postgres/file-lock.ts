import { Database } from "bun:sqlite";
import { EmbeddedServerError } from "./error";

const MAX_WAIT_MS = 60_000;

/**
 * Runs `work` while no other process holds the same lock file. SQLite uses a lock of the kernel, which is
 * released when its process ends for any reason, so there are no stale locks.
 */
export async function exclusively<Result>(
  file: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = open(file);
  try {
    const deadline = Date.now() + MAX_WAIT_MS;
    while (!acquire(lock)) {
      if (Date.now() > deadline) {
        throw new EmbeddedServerError(
          `DATA_DIR: another process has held ${file} for ${MAX_WAIT_MS / 1000} s while starting the database`,
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

function acquire(lock: Database): boolean {
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
