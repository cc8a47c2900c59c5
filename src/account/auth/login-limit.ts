import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import {
  knowNetwork,
  loginKeys,
  releaseLogin,
  reserveLogin,
  settleLogin,
  sweepLoginFailures,
} from "./login-failures";

export type LoginLimitOptions = {
  db: Db;
  /** Failures per email and network in 15 minutes; 0 is no limit. */
  failures: number;
  /** Keys the digests under which logins are counted. */
  secret: string;
};

const sweepEveryMs = 600_000;

/**
 * Limits failed logins (M151, S1 to S4). Runs `attempt` unless the email and network have used up
 * their failures; then 429 `rate_limited`, whether an account exists or not. Of its outcomes only 401
 * `invalid_credentials` counts as a failure. Without the counters nobody logs in: 503.
 */
export function loginLimit({ db, failures, secret }: LoginLimitOptions) {
  let sweepAt = Date.now() + sweepEveryMs;
  const sweep = () => {
    if (Date.now() < sweepAt) return;
    sweepAt = Date.now() + sweepEveryMs;
    sweepLoginFailures(db).catch(() => {});
  };
  return async <T>(email: string, network: string, attempt: () => Promise<T>): Promise<T> => {
    if (failures === 0) return attempt();
    sweep();
    const keys = loginKeys(secret, email, network);
    const { allowed, retry_after } = await reserveLogin(db, keys, failures);
    if (!allowed) throw refusal(retry_after);
    try {
      const result = await attempt();
      await settleLogin(db, keys);
      return result;
    } catch (error) {
      const failed = error instanceof ApiError && error.code === "invalid_credentials";
      if (!failed) await releaseLogin(db, keys).catch(() => {});
      throw error;
    }
  };
}

/** What {@link loginLimit} makes: to run a login under the limit. */
export type LoginLimit = ReturnType<typeof loginLimit>;

/**
 * Notes the network in which an account was made as one its owner logs in from: whoever registers has
 * proved as much as whoever logs in. The account stands already, so a failure changes nothing.
 */
export function ownerNetworks({ db, failures, secret }: LoginLimitOptions) {
  return async (email: string, network: string): Promise<void> => {
    if (failures === 0) return;
    await knowNetwork(db, loginKeys(secret, email, network)).catch(() => {});
  };
}

/** What {@link ownerNetworks} makes. */
export type OwnerNetworks = ReturnType<typeof ownerNetworks>;

const refusal = (retryAfter: number) =>
  new ApiError("rate_limited", {
    message: `Too many failed logins; retry in ${retryAfter} s.`,
    retryAfter,
    headers: { "retry-after": String(retryAfter) },
  });
