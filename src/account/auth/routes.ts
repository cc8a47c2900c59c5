import { Elysia } from "elysia";
import { errorResponses } from "~/http/errors";
import { clientNetwork, type Peers } from "~/http/limits/client-network";
import { accountErrors, accountRoute, bearer } from "./bearer";
import { type LoginOptions, login } from "./login";
import { Account, LoginBody, RegisterBody, TokenOut } from "./model";
import type { Passwords } from "./password";
import { register } from "./registration";
import type { TokenSubject, Tokens } from "./token";

export type AuthRoutesOptions = LoginOptions & {
  passwords: Passwords;
  tokens: Tokens;
  /** How many proxies in front of the service add to X-Forwarded-For. */
  trustedProxies: number;
};

/** Register, log in, and read the account of a token. */
export const authRoutes = (options: AuthRoutesOptions) => {
  const { db, tokens, trustedProxies } = options;
  const networkOf = (request: Request, server: Peers) =>
    clientNetwork(request, server, trustedProxies);
  const issueToken = async (subject: TokenSubject): Promise<TokenOut> => ({
    access_token: await tokens.sign(subject),
    token_type: "bearer",
    expires_in: tokens.expiresIn,
  });
  return new Elysia({ prefix: "/auth", tags: ["Accounts"] })
    .use(bearer({ db, tokens }))
    .post(
      "/register",
      async ({ body, request, server, status }) => {
        const subject = await register(options, body, networkOf(request, server));
        return status(201, await issueToken(subject));
      },
      {
        body: RegisterBody,
        response: {
          201: TokenOut,
          ...errorResponses("email_already_registered", "validation_error", "not_ready"),
        },
        detail: {
          operationId: "register",
          summary: "Create an account",
          description: "The response holds a token, so no login has to follow.",
          security: [],
        },
      },
    )
    .post(
      "/login",
      async ({ body, request, server }) =>
        issueToken(await login(options, body, networkOf(request, server))),
      {
        body: LoginBody,
        response: {
          200: TokenOut,
          ...errorResponses("invalid_credentials", "validation_error", "not_ready"),
        },
        detail: {
          operationId: "login",
          summary: "Get a token",
          description:
            "An unknown email and a wrong password get the same response after the same time.",
          security: [],
        },
      },
    )
    .get("/me", ({ owner }) => owner.account, {
      account: true,
      response: { 200: Account, ...accountErrors },
      detail: accountRoute("getAccount", "The account of the token"),
    });
};
