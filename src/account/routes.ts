import { Elysia } from "elysia";
import { pathReferences } from "~/catalog/references/in-path";
import type { Db } from "~/db/client";
import { variesByLanguage } from "~/http/request/accept-language";
import type { Log } from "~/log";
import { LoginLimit } from "./auth/login-limit";
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
  /** How many proxies in front of the service add to X-Forwarded-For; 0 by default. */
  trustedProxies?: number;
  /** Failed logins per email and network in 15 minutes; 0, the default, means no limit. */
  loginFailures?: number;
  log: Pick<Log, "error">;
  passwords?: PasswordOptions;
};

/**
 * Registration, login, ratings and the watchlist. The responses are for the owner of the token only,
 * so no cache may keep them.
 */
export const accountRoutes = (options: AccountOptions) => {
  const { db, log, secretKey, trustedProxies = 0, loginFailures = 0 } = options;
  const tokens = new Tokens(secretKey, options.tokenTtlSeconds);
  const passwords = new Passwords(options.passwords ?? {});
  const limit = new LoginLimit({ db, failures: loginFailures, secret: secretKey.current });
  return (
    new Elysia()
      // Not onTransform: a malformed body is refused before that hook runs.
      .mapResponse(({ set }) => {
        set.headers["cache-control"] = "no-store";
        set.headers.vary = variesByLanguage(set)
          ? "authorization, accept-language"
          : "Authorization";
      })
      .use(authRoutes({ db, log, tokens, passwords, limit, trustedProxies }))
      .use(pathReferences({ db }))
      .use(ratingRoutes({ db, tokens }))
      .use(watchlistRoutes({ db, tokens }))
  );
};
