import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import type { AccountLog } from "./auth/login";
import { loginLimit, ownerNetworks } from "./auth/login-limit";
import { type PasswordOptions, Passwords } from "./auth/password";
import { authRoutes } from "./auth/routes";
import { type SecretKey, Tokens } from "./auth/token";
import { ratingRoutes } from "./ratings/routes";
import { watchlistRoutes } from "./watchlist/routes";

export type AccountOptions = {
  db: Db;
  secretKey: SecretKey;
  /** How long a token is valid. */
  tokenTtlSeconds: number;
  /** How many proxies in front add to X-Forwarded-For; by default none. */
  trustedProxies?: number;
  /** Failed logins per email and network in 15 minutes; 0, the default, is no limit. */
  loginFailures?: number;
  log: AccountLog;
  passwords?: PasswordOptions;
};

/**
 * Everything that belongs to an account: the one authenticated part of the service (M7). Answers are
 * for the owner of the token alone, so no cache may keep them (M63, S24).
 */
export const accountRoutes = (options: AccountOptions) => {
  const { db, log, secretKey, trustedProxies = 0, loginFailures: failures = 0 } = options;
  const tokens = new Tokens(secretKey, options.tokenTtlSeconds);
  const passwords = new Passwords(options.passwords ?? {});
  const limits = { db, failures, secret: secretKey.current };
  const [limitLogins, noteNetwork] = [loginLimit(limits), ownerNetworks(limits)];
  return (
    new Elysia()
      // Not onTransform: a body that cannot be parsed is refused before it.
      .mapResponse(({ set }) => {
        set.headers["cache-control"] = "no-store";
        set.headers.vary = "Authorization";
      })
      .use(authRoutes({ db, log, tokens, passwords, limitLogins, noteNetwork, trustedProxies }))
      .use(ratingRoutes({ db, tokens }))
      .use(watchlistRoutes({ db, tokens }))
  );
};
