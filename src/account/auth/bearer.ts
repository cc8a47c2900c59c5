import { and, eq } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { users } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { accessCheck } from "~/http/access";
import { errorResponses } from "~/http/errors";
import type { Account } from "./model";
import { invalidToken, type TokenSubject, type Tokens } from "./token";

/** Who made the request: the UUID for queries, and the account for responses. */
type Owner = { owner: { user_id: string; account: Account } };

/** What is needed to identify the account of a request. */
export type Bearer = { db: Db; tokens: Tokens };

/** The error responses that every route with `account: true` has in addition to its own. */
export const accountErrors = errorResponses("not_authenticated", "invalid_token", "token_expired");

/** The OpenAPI `detail` of a route with `account: true`. */
export const accountRoute = (operationId: string, summary: string, description?: string) => ({
  operationId,
  summary,
  ...(description !== undefined && { description }),
  security: [{ account: [] }],
});

/**
 * The macro `account: true`: the route requires an access token and gets `owner`. The token is checked
 * before the body is read and the request validated, so that a request without one learns nothing
 * else. When the database is unavailable, a request with a valid token is still validated before it
 * fails with 503. The check is a `transform` hook because Elysia ignores a macro's `derive`.
 */
export function bearer({ db, tokens }: Bearer) {
  const owners = new WeakMap<Request, Owner["owner"] | { failure: unknown }>();
  const identify = accessCheck(async ({ request }) => {
    const subject = await tokens.subject(request.headers.get("authorization"));
    const account = await readAccount(db, subject).catch((failure: unknown) => ({ failure }));
    if (account === undefined) throw invalidToken();
    owners.set(request, "failure" in account ? account : { user_id: subject.user_id, account });
  });
  return new Elysia({ name: "account-bearer" }).macro({
    account: {
      transform: identify,
      resolve({ request }: { request: Request }): Owner {
        const owner = owners.get(request);
        if (owner === undefined) throw invalidToken();
        if ("failure" in owner) throw owner.failure;
        return { owner };
      },
    },
  });
}

/** The account of a token; undefined when it was deleted or its tokens were revoked. */
async function readAccount(db: Db, subject: TokenSubject): Promise<Account | undefined> {
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
