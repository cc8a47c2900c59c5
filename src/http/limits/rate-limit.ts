import { Elysia } from "elysia";
import type { Context } from "elysia-rate-limit";
import type { Db } from "~/db/client";
import { failureFacts } from "~/db/failure-facts";
import { notReady } from "~/http/error-response";
import { ApiError } from "~/http/errors";
import { rawPath } from "~/http/gate";
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
  log: { error(facts: object, message: string): void };
};

/** What a client has used of a group's limit. */
type Usage = { limit: number; remaining: number; reset: number; exceeded: boolean };

const grouped = /^\/api\/v1\/(auth|admin|search)(?:\/|$)/;
const free = /^(?:\/|\/(?:health|docs|admin)(?:\/.*)?|\/metrics|\/api\/v1\/openapi\.json)$/;

/** The groups a path is counted in: every path that is not named free, also one that leads nowhere. */
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

function refusal({ reset }: Usage): ApiError {
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

  /** One more request in each of the groups; the tighter limit, undefined where there is none. */
  async countAll(groups: readonly Group[], network: () => string): Promise<Usage | undefined> {
    let told: Usage | undefined;
    for (const group of groups) {
      const usage = await this.#count(group, network());
      if (usage !== undefined) told = told === undefined ? usage : tighter(told, usage);
    }
    return told;
  }

  async #count(group: Group, network: string): Promise<Usage | undefined> {
    const limit = this.#limits.perMinute[group];
    if (limit === 0) return undefined;
    const { count, nextReset } = await this.#increment(group, network);
    const reset = Math.max(0, Math.ceil((nextReset.getTime() - Date.now()) / 1_000));
    return { limit, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
  }

  /**
   * Where the shared store fails, logins and administration are refused; reads, which it is not for
   * to stop, are counted in this process.
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
 * Limits requests per client and minute (M151, M152). It counts with the stores of elysia-rate-limit,
 * but not with its hooks: those run in `beforeHandle` and `onError`, so that whatever throws before them
 * (a body that is too large, a wrong token) is not counted or even given back (RELIABILITY T1 to T3).
 * Here a request is counted before anything can refuse it, and never given back. Headers as the
 * package writes them; of two limits the tighter one is told.
 */
export function rateLimit(limits: RateLimits) {
  const counter = new Counter(limits);
  return new Elysia({ name: "rate-limit" }).onRequest(async ({ request, server, set }) => {
    const told = await counter.countAll(groupsOf(rawPath(request.url)), () =>
      clientNetwork(request, server, limits.trustedProxies),
    );
    if (told === undefined) return;
    set.headers["ratelimit-limit"] = String(told.limit);
    set.headers["ratelimit-remaining"] = String(told.remaining);
    set.headers["ratelimit-reset"] = String(told.reset);
    if (told.exceeded) throw refusal(told);
  });
}
