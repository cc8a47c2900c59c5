import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { retryCeilings } from "./backoff";
import { errorValue, settle } from "./settlement";

/** running → queued with a delay, or failed: the worker is gone, the attempt counts (M132, P2). */
const rescueWhere = (db: Db, which: SQL): Promise<number> =>
  settle(db, which, {
    final: sql`attempts >= max_attempts`,
    delay: sql`(${`{${retryCeilings.join(",")}}`}::float8[])[least(attempts, ${retryCeilings.length})]
      * (0.5 + random() / 2)`,
    error: errorValue({
      code: "worker_lost",
      message: "The worker died, or gave no sign of life while its lease ran.",
      retryable: true,
    }),
  });

/** The sweep of any replica: takes every job whose lease has ended from its worker; returns how many. */
export const rescue = (db: Db): Promise<number> =>
  rescueWhere(
    db,
    sql`id in (
      select id from jobs where status = 'running' and lease_until < now()
      order by id for update skip locked)`,
  );

/** As {@link rescue}, without waiting for the lease: the thread that held this token is known to be dead. */
export const release = (db: Db, lease_token: string): Promise<number> =>
  rescueWhere(db, sql`lease_token = ${lease_token}`);

/** running → queued at once: the thread of this token was ended by our own stop, the attempt does not count. */
export const reclaim = (db: Db, lease_token: string): Promise<number> =>
  settle(db, sql`lease_token = ${lease_token}`, {
    final: sql`false`,
    attempts: sql`attempts - 1`,
  });
