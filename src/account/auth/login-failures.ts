import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";

/** The rows of one login: digests, so that the tables name nobody. */
export type LoginKeys = { email: Buffer; pair: Buffer };

/** Whether a login may be tried, and if not, in how many seconds. */
export type LoginReservation = { allowed: boolean; retry_after: number };

/** Failures of one email in 24 h after which strange networks have to wait for their turn (S2). */
const mostPerEmail = 100;

/** Digests under the service's secret of an email as it is stored and of it with a network. */
export function loginKeys(secret: string, email: string, network: string): LoginKeys {
  const digest = (...parts: string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
  return { email: digest("login", email), pair: digest("login", email, network) };
}

// Every statement locks the row of the pair before that of the email, so that no two wait for each other.
const bytes = (digest: Buffer) => sql`decode(${digest.toString("hex")}, 'hex')`;

/**
 * Counts a login as failed before it is tried, so that any number at once cannot pass the limits, and
 * says whether it may go on: `limit` failures in 15 minutes for the email and network (S1); after 100
 * in 24 hours for the email alone, one a minute from networks where it never succeeded (S2, S3). What
 * is refused is not counted. Accounts that do not exist are counted alike (S4).
 */
export async function reserveLogin(
  db: Db,
  { email, pair }: LoginKeys,
  limit: number,
): Promise<LoginReservation> {
  const rows = await db.execute<LoginReservation>(sql`
    with near as (
      insert into login_failures as known (key, failures, ends_at, next_at, allowed)
      values (${bytes(pair)}, 1, now() + interval '15 minutes', now(), true)
      on conflict (key) do update set
        failures = case when known.ends_at <= now() then 1 else least(known.failures, ${limit}) + 1 end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning failures <= ${limit} as allowed, ends_at
    ), anywhere as (
      insert into login_failures as known (key, failures, ends_at, next_at, allowed)
      select ${bytes(email)}, 1, now() + interval '24 hours', now(), true from near where allowed
      on conflict (key) do update set (failures, ends_at, next_at, allowed) = (
        select
          case when fresh then 1 when free or turn then known.failures + 1 else known.failures end,
          case when fresh then excluded.ends_at else known.ends_at end,
          case when turn and not free then now() + interval '1 minute' else known.next_at end,
          free or turn
        from (select known.ends_at <= now() as fresh, known.next_at <= now() as turn,
          known.ends_at <= now() or known.failures < ${mostPerEmail} or exists (
            select from login_networks where key = ${bytes(pair)} and ends_at > now()) as free) state)
      returning allowed, next_at
    )
    select coalesce(anywhere.allowed, false) as allowed, greatest(1, ceil(extract(epoch from
      coalesce(anywhere.next_at, near.ends_at) - now())))::int as retry_after
    from near left join anywhere on true`);
  return only(rows);
}

/** Takes the reservation of a right login back: its network is known for 90 days and starts anew. */
export async function settleLogin(db: Db, { email, pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    with near as (delete from login_failures where key = ${bytes(pair)} returning 1),
    anywhere as (
      update login_failures set failures = greatest(0, failures - 1)
      where key = ${bytes(email)} and (select count(*) from near) >= 0)
    insert into login_networks (key, ends_at) values (${bytes(pair)}, now() + interval '90 days')
    on conflict (key) do update set ends_at = excluded.ends_at`);
}

/** Notes for 90 days that the owner of an email is at home in a network. */
export async function knowNetwork(db: Db, { pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    insert into login_networks (key, ends_at) values (${bytes(pair)}, now() + interval '90 days')
    on conflict (key) do update set ends_at = excluded.ends_at`);
}

/** Takes the reservation of a login back whose password was never compared. */
export async function releaseLogin(db: Db, { email, pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    with near as (
      update login_failures set failures = greatest(0, failures - 1)
      where key = ${bytes(pair)} returning 1)
    update login_failures set failures = greatest(0, failures - 1)
    where key = ${bytes(email)} and (select count(*) from near) >= 0`);
}

/** Removes what has ended. */
export async function sweepLoginFailures(db: Db): Promise<void> {
  await db.execute(sql`
    with failures as (delete from login_failures where ends_at <= now())
    delete from login_networks where ends_at <= now()`);
}
