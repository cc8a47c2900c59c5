import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { users } from "~/db/schema";
import { ApiError } from "~/http/errors";
import type { Log } from "~/log";
import { emailKey } from "./email";
import type { LoginLimit } from "./login-limit";
import type { Credentials } from "./model";
import type { Passwords } from "./password";
import type { TokenSubject } from "./token";

export type LoginOptions = {
  db: Db;
  limit: LoginLimit;
  passwords: Pick<Passwords, "inTurn" | "check">;
  log: Pick<Log, "error">;
};

/**
 * Logs in: waits for a turn to hash, checks the limit, verifies the credentials, and takes the login
 * off the limit's count unless the credentials are wrong. Throws 401 `invalid_credentials`, 429
 * `rate_limited`, or 503 `not_ready` when too many logins wait.
 */
export function login(
  options: LoginOptions,
  credentials: Credentials,
  network: string,
): Promise<TokenSubject> {
  const email = emailKey(credentials.email);
  return options.passwords.inTurn(async () => {
    const reservation = await options.limit.reserve(email, network);
    try {
      const subject = await verifyCredentials(options, email, credentials.password);
      await reservation.settle();
      return subject;
    } catch (error) {
      if (!isWrongCredentials(error)) await reservation.release();
      throw error;
    }
  });
}

const isWrongCredentials = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "invalid_credentials";

/**
 * The account that the credentials belong to. Whatever is wrong with them, the work (one lookup, one
 * hash) and the refusal are the same, so that neither reveals whether the account exists. A correct
 * password whose hash has outdated parameters is hashed again.
 */
async function verifyCredentials(
  { db, passwords, log }: LoginOptions,
  email: string,
  password: string,
): Promise<TokenSubject> {
  const stored = await readStoredLogin(db, email);
  const check = await passwords.check(password, stored?.password_hash);
  if (check.unreadable) {
    log.error({ user_id: stored?.user_id }, "a stored password hash cannot be read");
  }
  if (stored === undefined || !check.correct) throw new ApiError("invalid_credentials");
  if (check.rehashed !== undefined) await replaceHash(db, stored, check.rehashed);
  return { user_id: stored.user_id, token_version: stored.token_version };
}

/** What the database stores about a login. */
type StoredLogin = TokenSubject & { password_hash: string };

async function readStoredLogin(db: Db, email: string): Promise<StoredLogin | undefined> {
  const [stored] = await db
    .select({
      user_id: users.id,
      token_version: users.token_version,
      password_hash: users.password_hash,
    })
    .from(users)
    .where(eq(users.email, email));
  return stored;
}

/** Replaces a hash unless it has changed since it was read. */
async function replaceHash(db: Db, old: StoredLogin, password_hash: string): Promise<void> {
  await db
    .update(users)
    .set({ password_hash, updated_at: sql`now()` })
    .where(and(eq(users.id, old.user_id), eq(users.password_hash, old.password_hash)));
}
