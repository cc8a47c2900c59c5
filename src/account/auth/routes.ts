import { Elysia } from "elysia";
import { errorResponses } from "~/http/errors";
import { clientNetwork } from "~/http/limits/client-network";
import { accountRefusals, accountSecurity, bearer } from "./bearer";
import { emailKey } from "./email";
import { type Auth, login, register } from "./login";
import type { LoginLimit, OwnerNetworks } from "./login-limit";
import { Account, type Credentials, LoginBody, RegisterBody, TokenOut } from "./model";
import type { TokenSubject, Tokens } from "./token";

export type AuthRoutesOptions = Auth & {
  tokens: Tokens;
  limitLogins: LoginLimit;
  noteNetwork: OwnerNetworks;
  /** How many proxies in front add to X-Forwarded-For. */
  trustedProxies: number;
};

/** Register, login and the account of a token (M49 to M57). */
export const authRoutes = (options: AuthRoutesOptions) => {
  const { tokens, limitLogins, noteNetwork, trustedProxies, ...auth } = options;
  const inTurn = <T>(request: () => Promise<T>) => auth.passwords.inTurn(request);
  const limited = (credentials: Credentials, network: string) =>
    inTurn(() => limitLogins(emailKey(credentials.email), network, () => login(auth, credentials)));
  const tokenOut = async (subject: TokenSubject): Promise<TokenOut> => ({
    access_token: await tokens.sign(subject),
    token_type: "bearer",
    expires_in: tokens.expiresIn,
  });
  return new Elysia({ prefix: "/auth", tags: ["Accounts"] })
    .use(bearer({ db: auth.db, tokens }))
    .post(
      "/register",
      async ({ body, request, server, status }) => {
        const subject = await inTurn(() => register(auth, body));
        await noteNetwork(emailKey(body.email), clientNetwork(request, server, trustedProxies));
        return status(201, await tokenOut(subject));
      },
      {
        body: RegisterBody,
        response: {
          201: TokenOut,
          ...errorResponses("email_already_registered", "validation_error", "not_ready"),
        },
        detail: {
          operationId: "register",
          summary: "Make an account",
          description: "Answers with a token, so that no login has to follow.",
          security: [],
        },
      },
    )
    .post(
      "/login",
      async ({ body, request, server }) =>
        tokenOut(await limited(body, clientNetwork(request, server, trustedProxies))),
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
            "An unknown email and a wrong password get the same answer after the same time.",
          security: [],
        },
      },
    )
    .get("/me", ({ owner }) => owner.account, {
      account: true,
      response: { 200: Account, ...accountRefusals },
      detail: {
        operationId: "getAccount",
        summary: "The account of the token",
        security: accountSecurity,
      },
    });
};
