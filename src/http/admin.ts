import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import type { Log } from "~/log";
import { accessCheck } from "./access";
import { ApiError } from "./errors";
import { clientNetwork } from "./limits/client-network";

export type AdminOptions = {
  /** One to three operator tokens. All are valid, so that one can be replaced without a pause. */
  tokens: readonly string[];
  /** True when production runs without a token: every call is refused. */
  disabled: boolean;
  /** How many proxies in front of the service add to X-Forwarded-For. */
  trustedProxies?: number;
  log: Pick<Log, "info">;
};

const bearer = /^Bearer +(\S+)$/i;
const sha256 = (text: string) => createHash("sha256").update(text).digest();

function givenToken({ headers }: Request): string {
  return headers.get("x-admin-token") ?? bearer.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}

/** Compares with every token, also after a match, so that the time reveals nothing. */
function isKnown(token: string, digests: readonly Buffer[]): boolean {
  const given = sha256(token);
  return digests.map((digest) => timingSafeEqual(digest, given)).includes(true);
}

/**
 * Guards the routes of the instance that uses it, and no others. It checks the operator token before the
 * request is read, forbids caching, and logs every call with its address and status. The token of an
 * account is not accepted.
 */
export function adminGuard({ tokens, disabled, trustedProxies = 0, log }: AdminOptions) {
  const digests = tokens.map(sha256);
  const addresses = new WeakMap<Request, string>();
  const check = accessCheck(({ request, set, server }) => {
    addresses.set(request, clientNetwork(request, server, trustedProxies));
    set.headers["cache-control"] = "no-store";
    set.headers.vary = "Authorization, X-Admin-Token";
    if (disabled) throw new ApiError("admin_disabled");
    if (isKnown(givenToken(request), digests)) return;
    throw new ApiError("admin_auth_required", { headers: { "www-authenticate": "Bearer" } });
  });
  return new Elysia({ name: "admin-guard" })
    .onTransform({ as: "scoped" }, check)
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
