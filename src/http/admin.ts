import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { entrance } from "./access";
import { ApiError } from "./errors";
import { clientNetwork } from "./limits/client-network";

/** Where calls of administration are told; pino fits. */
export type AdminLog = { info(facts: object, message: string): void };

export type AdminOptions = {
  /** One to three operator tokens; all are valid, so that one can be replaced without a gap. */
  tokens: readonly string[];
  /** True when no token was set in production: every call is refused (M139). */
  disabled: boolean;
  /** How many proxies in front add to X-Forwarded-For. */
  trustedProxies?: number;
  log: AdminLog;
};

const bearer = /^Bearer +(\S+)$/i;
const sha256 = (text: string) => createHash("sha256").update(text).digest();

function givenToken({ headers }: Request): string {
  return headers.get("x-admin-token") ?? bearer.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}

/** Compares with every entry, also after a match, so that the time tells nothing. */
function isKnown(token: string, digests: readonly Buffer[]): boolean {
  const given = sha256(token);
  return digests.map((digest) => timingSafeEqual(digest, given)).includes(true);
}

/**
 * Guards all routes of the instance that uses it, and of no other: the operator token is asked for
 * before the request is read, answers are not cached, every call is logged with its address and
 * outcome. An account's token opens nothing here.
 */
export function adminGuard({ tokens, disabled, trustedProxies = 0, log }: AdminOptions) {
  const digests = tokens.map(sha256);
  const addresses = new WeakMap<Request, string>();
  const admitted = entrance(({ request, set, server }) => {
    addresses.set(request, clientNetwork(request, server, trustedProxies));
    set.headers["cache-control"] = "no-store";
    set.headers.vary = "Authorization, X-Admin-Token";
    if (disabled) throw new ApiError("admin_disabled");
    if (isKnown(givenToken(request), digests)) return;
    throw new ApiError("admin_auth_required", { headers: { "www-authenticate": "Bearer" } });
  });
  return new Elysia({ name: "admin-guard" })
    .onTransform({ as: "scoped" }, admitted)
    .onAfterResponse({ as: "scoped" }, ({ request, route, set }) => {
      log.info(
        {
          request_id: set.headers["x-request-id"],
          method: request.method,
          route,
          status: set.status ?? 200,
          address: addresses.get(request) ?? null,
        },
        "admin call",
      );
    });
}
