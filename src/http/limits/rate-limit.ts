import { Elysia } from "elysia";
import type { Context } from "elysia-rate-limit";
import type { Db } from "~/db/client";
import { failureFacts } from "~/db/failure-facts";
import { ApiError, notReady } from "~/http/errors";
import { rawPath } from "~/http/gate";
import type { Log } from "~/log";
import { clientNetwork } from "./client-network";
import { memoryStore, PostgresStore, windowMs } from "./rate-limit-store";

const groups = ["auth", "public", "search", "admin"] as const;
type Group = (typeof groups)[number];

export type RateLimits = {
  /** Requests per minute and client; 0 is no limit. */
  perMinute: Readonly<Record<Group, number>>;
  trustedProxies: number;
  /** `postgres` counts exactly over several replicas. */
  store: "memory" | "postgres";
  db: Db;
  log: Pick<Log, "error">;
};

/** How much of a limit a client has used. */
type Usage = { limit: number; remaining: number; reset: number; exceeded: boolean };

const grouped = /^\/api\/v1\/(auth|admin|search)(?:\/|$)/;
const free = /^(?:\/|\/(?:health|docs|admin)(?:\/.*)?|\/metrics|\/api\/v1\/openapi\.json)$/;

/** The groups that count a path; none for pages, health and metrics. Unknown paths are counted, too. */
export function groupsOf(path: string): readonly Group[] {
  const group = grouped.exec(path)?.[1] as Group | undefined;
  if (group === "search") return ["public", "search"];
  if (group !== undefined) return [group];
  return free.test(path) ? [] : ["public"];
}

const tighter = (a: Usage, b: Usage): Usage => {
  if (a.exceeded !== b.exceeded) return a.exceeded ? a : b;
  return b.remaining <= a.remaining ? b : a;
};

function tooManyRequests({ reset }: Usage): ApiError {
  const retryAfter = Math.max(1, reset);
  return new ApiError("rate_limited", {
    message: `Too many requests; retry in ${retryAfter} s.`,
    retryAfter,
    headers: { "retry-after": String(retryAfter) },
  });
}

/** Counts requests with the stores of elysia-rate-limit. */
class Counter {
  readonly #limits: RateLimits;
  readonly #memory = new Map<Group, Context>();
  readonly #shared = new Map<Group, Context>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
    for (const group of groups) {
      this.#memory.set(group, memoryStore());
      if (limits.store === "postgres") this.#shared.set(group, new PostgresStore(limits.db, group));
    }
  }

  /** Counts a request in each group; returns the tighter limit, undefined when there is none. */
  async countAll(groups: readonly Group[], network: () => string): Promise<Usage | undefined> {
    let tightest: Usage | undefined;
    for (const group of groups) {
      const usage = await this.#count(group, network());
      if (usage !== undefined) tightest = tightest === undefined ? usage : tighter(tightest, usage);
    }
    return tightest;
  }

  async #count(group: Group, network: string): Promise<Usage | undefined> {
    const limit = this.#limits.perMinute[group];
    if (limit === 0) return undefined;
    const { count, nextReset } = await this.#increment(group, network);
    const reset = Math.max(0, Math.ceil((nextReset.getTime() - Date.now()) / 1_000));
    return { limit, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
  }

  /**
   * When the shared store fails, logins and operator requests are refused, while reads are counted in
   * this process.
   */
  async #increment(group: Group, network: string) {
    const memory = this.#memory.get(group) ?? memoryStore();
    const shared = this.#shared.get(group);
    if (shared === undefined) return memory.increment(network, windowMs);
    try {
      return await shared.increment(network, windowMs);
    } catch (error) {
      this.#limits.log.error({ group, error: failureFacts(error) }, "requests cannot be counted");
      if (group === "auth" || group === "admin") throw notReady();
      return memory.increment(network, windowMs);
    }
  }
}

/**
 * Limits requests per client and minute. It uses the stores and headers of elysia-rate-limit but not its
 * hooks: those run in `beforeHandle` and `onError`, so that they miss or give back a request that is
 * refused earlier, such as one with a wrong token. Here every request is counted first, and never
 * given back. Of two limits the headers show the tighter one.
 */
export function rateLimit(limits: RateLimits) {
  const counter = new Counter(limits);
  return new Elysia({ name: "rate-limit" }).onRequest(async ({ request, server, set }) => {
    const usage = await counter.countAll(groupsOf(rawPath(request.url)), () =>
      clientNetwork(request, server, limits.trustedProxies),
    );
    if (usage === undefined) return;
    set.headers["ratelimit-limit"] = String(usage.limit);
    set.headers["ratelimit-remaining"] = String(usage.remaining);
    set.headers["ratelimit-reset"] = String(usage.reset);
    if (usage.exceeded) throw tooManyRequests(usage);
  });
}
