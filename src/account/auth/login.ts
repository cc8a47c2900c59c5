import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import { validationError } from "~/http/request/problems";
import { normalizeDisplayName } from "./display-name";
import { emailKey } from "./email";
import type { Credentials } from "./model";
import type { Passwords } from "./password";
import { passwordProblem } from "./password-policy";
import { createUser, getSecret, replaceHash } from "./queries";
import type { TokenSubject } from "./token";

/** Where it is told that a stored hash cannot be read; pino fits. */
export type AccountLog = { error(facts: object, message: string): void };

export type Auth = { db: Db; passwords: Passwords; log: AccountLog };

/**
 * Makes an account of a body whose fields passed their checks. The hash comes before the question
 * whether the email is taken, so that both answers take the same time (RELIABILITY S5). Throws 409
 * `email_already_registered`, or 422 for a password that is the email.
 */
export async function register(
  { db, passwords }: Auth,
  body: Credentials & { display_name: string },
): Promise<TokenSubject> {
  const email = emailKey(body.email);
  const problem = passwordProblem(body.password, email);
  if (problem !== undefined) {
    throw validationError([{ in: "body", field: "password", message: problem }]);
  }
  const id = uuidv7();
  const display_name = normalizeDisplayName(body.display_name) ?? "";
  const password_hash = await passwords.hash(body.password);
  const created = await createUser(db, { id, email, display_name, password_hash });
  if (!created) throw new ApiError("email_already_registered");
  return { user_id: id, token_version: 0 };
}

/**
 * The account these credentials open. Throws 401 `invalid_credentials` with the same body after the
 * same work, whatever is wrong with them (M52, M53): one lookup, one verification. A right password
 * whose hash has outdated parameters is hashed anew.
 */
export async function login(
  { db, passwords, log }: Auth,
  { email, password }: Credentials,
): Promise<TokenSubject> {
  const secret = await getSecret(db, emailKey(email));
  const verdict = await passwords.check(password, secret?.password_hash);
  if (verdict.unreadable) {
    log.error({ user_id: secret?.user_id }, "a stored password hash cannot be read");
  }
  if (secret === undefined || !verdict.correct) throw new ApiError("invalid_credentials");
  if (verdict.rehashed !== undefined) await replaceHash(db, secret, verdict.rehashed);
  return secret;
}
