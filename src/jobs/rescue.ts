import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { retryDelaySql } from "./backoff";
import { errorValue, settle } from "./settlement";

/**
 * running → queued with a delay, or failed: the worker is gone. The attempt counts, so that a job that
 * kills its worker fails in the end.
 */
const rescueWhere = (db: Db, which: SQL): Promise<number> =>
  settle(db, which, {
    final: sql`attempts >= max_attempts`,
    delay: retryDelaySql,
    error: errorValue({
      code: "worker_lost",
      message: "The worker died, or gave no sign of life while its lease ran.",
      retryable: true,
    }),
  });

/** Takes every job with an expired lease from its worker and returns how many. Every replica runs it. */
export const rescue = (db: Db): Promise<number> =>
  rescueWhere(
    db,
    sql`id in (
      select id from jobs where status = 'running' and lease_until < now()
      order by id for update skip locked)`,
  );

/** As {@link rescue}, for the thread that held this token and is known to be dead: no need to wait. */
export const release = (db: Db, lease_token: string): Promise<number> =>
  rescueWhere(db, sql`lease_token = ${lease_token}`);

/** running → queued at once: the thread of this token was ended by our own stop. The attempt does not count. */
export const reclaim = (db: Db, lease_token: string): Promise<number> =>
  settle(db, sql`lease_token = ${lease_token}`, {
    final: sql`false`,
    attempts: sql`attempts - 1`,
  });
