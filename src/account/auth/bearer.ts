import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import type { Account } from "./model";
import { getAccount } from "./queries";
import { invalidToken, type TokenSubject, type Tokens } from "./token";

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
 * The macro `account: true`: a route with it needs an access token and gets `owner`. The token is
 * judged in `transform`, before the request is validated, so that strangers learn nothing about the
 * parameters; the account is read after validation, so that a bad request costs no statement. A macro's
 * `derive` would be ignored without a word.
 */
export function bearer({ db, tokens }: Bearer) {
  const subjects = new WeakMap<Request, TokenSubject>();
  return new Elysia({ name: "account-bearer" }).macro({
    account: {
      async transform({ request }: { request: Request }) {
        subjects.set(request, await tokens.subject(request.headers.get("authorization")));
      },
      async resolve({ request }: { request: Request }): Promise<Owner> {
        const subject = subjects.get(request);
        if (subject === undefined) throw invalidToken();
        const account = await getAccount(db, subject);
        if (account === undefined) throw invalidToken();
        return { owner: { user_id: subject.user_id, account } };
      },
    },
  });
}
