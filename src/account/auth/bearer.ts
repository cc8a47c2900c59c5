import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { accessCheck } from "~/http/access";
import { errorResponses } from "~/http/errors";
import type { Account } from "./model";
import { getAccount } from "./queries";
import { invalidToken, type Tokens } from "./token";

/** Who makes a request: the UUID for queries, the account as its owner sees it. */
type Owner = { owner: { user_id: string; account: Account } };

/** What it takes to know the account of a request. */
export type Bearer = { db: Db; tokens: Tokens };

/** What a route with `account: true` can answer beside its own. */
export const accountRefusals = errorResponses(
  "not_authenticated",
  "invalid_token",
  "token_expired",
);

/** The security requirement of such a route, for the OpenAPI document. */
export const accountSecurity = [{ account: [] }];

/**
 * The macro `account: true`: a route with it needs an access token and gets `owner`. Token and account
 * are judged before the request is read, so that strangers learn nothing about what else is wrong. With
 * the database away a token that is sound leads on: what is wrong with the request is told without it,
 * and 503 after that. A macro's `derive` would be ignored without a word.
 */
export function bearer({ db, tokens }: Bearer) {
  const owners = new WeakMap<Request, Owner["owner"] | { away: unknown }>();
  const admitted = accessCheck(async ({ request }) => {
    const subject = await tokens.subject(request.headers.get("authorization"));
    const found = await getAccount(db, subject).catch((away: unknown) => ({ away }));
    if (found === undefined) throw invalidToken();
    owners.set(request, "away" in found ? found : { user_id: subject.user_id, account: found });
  });
  return new Elysia({ name: "account-bearer" }).macro({
    account: {
      transform: admitted,
      resolve({ request }: { request: Request }): Owner {
        const owner = owners.get(request);
        if (owner === undefined) throw invalidToken();
        if ("away" in owner) throw owner.away;
        return { owner };
      },
    },
  });
}
