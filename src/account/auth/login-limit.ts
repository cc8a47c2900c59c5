import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import { ApiError } from "~/http/errors";

export type LoginLimitOptions = {
  db: Db;
  /** Failures allowed per email and network in 15 minutes; 0 switches the limit off. */
  failures: number;
  /** Keys the digests under which logins are counted. */
  secret: string;
};

/** A login that may go on. It counts as failed until one of these methods says otherwise. */
export type Reservation = {
  /** The login succeeded: it does not count, and its network is known for 90 days. */
  settle(): Promise<void>;
  /** The password was never compared: the login does not count. */
  release(): Promise<void>;
};

const unlimited: Reservation = { settle: async () => {}, release: async () => {} };

/** Failures of one email in 24 hours after which unknown networks share one login a minute. */
const maxFailuresPerEmail = 100;
const cleanupIntervalMs = 600_000;

/**
 * Limits failed logins, counted in the database:
 * - per email and network: `failures` in 15 minutes;
 * - per email: 100 in 24 hours, then one login a minute. Networks from which the owner has logged in
 *   or registered in the last 90 days are exempt from this one, so that an attack locks no owner out.
 *
 * Emails without an account are counted in the same way, so a refusal does not reveal who has one.
 */
export class LoginLimit {
  readonly #options: LoginLimitOptions;
  #cleanupAt = Date.now() + cleanupIntervalMs;

  constructor(options: LoginLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts a login as failed before the password is compared, so that parallel logins cannot exceed
   * the limit. Throws 429 `rate_limited` when the limit is reached. Without the database no login is
   * possible.
   */
  async reserve(email: string, network: string): Promise<Reservation> {
    const { db, failures } = this.#options;
    if (failures === 0) return unlimited;
    this.#cleanUp();
    const keys = this.#keys(email, network);
    const { allowed, retry_after } = await countFailure(db, keys, failures);
    if (!allowed) throw tooManyFailures(retry_after);
    return {
      settle: () => settleLogin(db, keys),
      release: () => releaseLogin(db, keys).catch(() => {}),
    };
  }

  /**
   * Remembers the network of a registration as one of the owner's. The account exists already, so a
   * failure is ignored.
   */
  async rememberNetwork(email: string, network: string): Promise<void> {
    const { db, failures } = this.#options;
    if (failures === 0) return;
    await rememberNetwork(db, this.#keys(email, network)).catch(() => {});
  }

  /** Digests, so that the tables contain neither emails nor addresses. */
  #keys(email: string, network: string): LoginKeys {
    const digest = (...parts: string[]) =>
      createHmac("sha256", this.#options.secret).update(JSON.stringify(parts)).digest();
    return { email: digest("login", email), pair: digest("login", email, network) };
  }

  #cleanUp(): void {
    if (Date.now() < this.#cleanupAt) return;
    this.#cleanupAt = Date.now() + cleanupIntervalMs;
    deleteExpired(this.#options.db).catch(() => {});
  }
}

const tooManyFailures = (retryAfter: number) =>
  new ApiError("rate_limited", {
    message: `Too many failed logins; retry in ${retryAfter} s.`,
    retryAfter,
    headers: { "retry-after": String(retryAfter) },
  });

/** Row keys of one login: of the email, and of the email with the network. */
type LoginKeys = { email: Buffer; pair: Buffer };

// Every statement locks the row of the pair before that of the email, so that two cannot deadlock.
const bytes = (digest: Buffer) => sql`decode(${digest.toString("hex")}, 'hex')`;

/**
 * Adds a failure and returns whether the login may go on, and if not, in how many seconds. A refused
 * login is not counted.
 */
async function countFailure(
  db: Db,
  { email, pair }: LoginKeys,
  limit: number,
): Promise<{ allowed: boolean; retry_after: number }> {
  const rows = await db.execute<{ allowed: boolean; retry_after: number }>(sql`
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
          known.ends_at <= now() or known.failures < ${maxFailuresPerEmail} or exists (
            select from login_networks where key = ${bytes(pair)} and ends_at > now()) as free) state)
      returning allowed, next_at
    )
    select coalesce(anywhere.allowed, false) as allowed, greatest(1, ceil(extract(epoch from
      coalesce(anywhere.next_at, near.ends_at) - now())))::int as retry_after
    from near left join anywhere on true`);
  return only(rows);
}

/** Takes the failure back, resets the count of the pair and remembers the network. */
async function settleLogin(db: Db, { email, pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    with near as (delete from login_failures where key = ${bytes(pair)} returning 1),
    anywhere as (
      update login_failures set failures = greatest(0, failures - 1)
      where key = ${bytes(email)} and (select count(*) from near) >= 0)
    insert into login_networks (key, ends_at) values (${bytes(pair)}, now() + interval '90 days')
    on conflict (key) do update set ends_at = excluded.ends_at`);
}

/** Takes the failure back. */
async function releaseLogin(db: Db, { email, pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    with near as (
      update login_failures set failures = greatest(0, failures - 1)
      where key = ${bytes(pair)} returning 1)
    update login_failures set failures = greatest(0, failures - 1)
    where key = ${bytes(email)} and (select count(*) from near) >= 0`);
}

/** Remembers a network of the email's owner for 90 days. */
async function rememberNetwork(db: Db, { pair }: LoginKeys): Promise<void> {
  await db.execute(sql`
    insert into login_networks (key, ends_at) values (${bytes(pair)}, now() + interval '90 days')
    on conflict (key) do update set ends_at = excluded.ends_at`);
}

/** Deletes counts and networks that have expired. */
async function deleteExpired(db: Db): Promise<void> {
  await db.execute(sql`
    with failures as (delete from login_failures where ends_at <= now())
    delete from login_networks where ends_at <= now()`);
}
