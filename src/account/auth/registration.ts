import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { users } from "~/db/schema";
import { ApiError } from "~/http/errors";
import { validationError } from "~/http/request/problems";
import { normalizeDisplayName } from "./display-name";
import { emailKey } from "./email";
import type { LoginLimit } from "./login-limit";
import type { Registration } from "./model";
import type { Passwords } from "./password";
import { passwordProblem } from "./password-policy";
import type { TokenSubject } from "./token";

type RegistrationOptions = { db: Db; limit: LoginLimit; passwords: Passwords };

/**
 * Creates an account, and remembers the network as one the owner logs in from. Throws 409
 * `email_already_registered`, 422 for a password that equals the email, or 503 `not_ready` when too
 * many requests wait to hash.
 */
export async function register(
  { db, limit, passwords }: RegistrationOptions,
  body: Registration,
  network: string,
): Promise<TokenSubject> {
  const email = emailKey(body.email);
  const subject = await passwords.inTurn(() => createAccount(db, passwords, { ...body, email }));
  await limit.rememberNetwork(email, network);
  return subject;
}

/**
 * Hashes the password before it is known whether the email is taken, so that both outcomes take the
 * same time.
 */
async function createAccount(
  db: Db,
  passwords: Passwords,
  { email, password, ...body }: Registration,
): Promise<TokenSubject> {
  const problem = passwordProblem(password, email);
  if (problem !== undefined) {
    throw validationError([{ in: "body", field: "password", message: problem }]);
  }
  const id = uuidv7();
  const display_name = normalizeDisplayName(body.display_name) ?? "";
  const password_hash = await passwords.hash(password);
  const created = await insertUser(db, { id, email, display_name, password_hash });
  if (!created) throw new ApiError("email_already_registered");
  return { user_id: id, token_version: 0 };
}

type NewUser = { id: string; email: string; display_name: string; password_hash: string };

/** Inserts a user; false when the email is taken, also by a registration at the same moment. */
async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const created = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return created.length === 1;
}
