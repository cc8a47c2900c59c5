import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { users } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { Account } from "./model";
import type { TokenSubject } from "./token";

type NewUser = { id: string; email: string; display_name: string; password_hash: string };

/** The stored side of a login. */
export type Secret = TokenSubject & { password_hash: string };

/** Adds an account; false when the email is taken, also by a registration at the same moment (M20). */
export async function createUser(db: Db, user: NewUser): Promise<boolean> {
  const created = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return created.length === 1;
}

/** The secret of the account with this email, which is a normalized one. */
export async function getSecret(db: Db, email: string): Promise<Secret | undefined> {
  const [secret] = await db
    .select({
      user_id: users.id,
      token_version: users.token_version,
      password_hash: users.password_hash,
    })
    .from(users)
    .where(eq(users.email, email));
  return secret;
}

/** Replaces a hash, unless it changed in the meantime. */
export async function replaceHash(db: Db, old: Secret, password_hash: string): Promise<void> {
  await db
    .update(users)
    .set({ password_hash, updated_at: sql`now()` })
    .where(and(eq(users.id, old.user_id), eq(users.password_hash, old.password_hash)));
}

/** The account a token speaks for; undefined when it is gone or its tokens were revoked (S7). */
export async function getAccount(db: Db, subject: TokenSubject): Promise<Account | undefined> {
  const { user_id, token_version } = subject;
  const [account] = await db
    .select({
      id: publicId("user", users.id),
      email: users.email,
      display_name: users.display_name,
      created_at: timestamp(users.created_at),
    })
    .from(users)
    .where(and(eq(users.id, user_id), eq(users.token_version, token_version)));
  return account;
}
