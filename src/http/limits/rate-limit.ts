import { Elysia } from "elysia";
import type { Context } from "elysia-rate-limit";
import type { Db } from "~/db/client";
import { failureFacts } from "~/db/failure-facts";
import { ApiError, notReady } from "~/http/errors";
import { rawPath } from "~/http/gate";
import { synchronous } from "~/http/synchronous";
import type { Log } from "~/log";
import { clientNetwork, type Peers } from "./client-network";
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

type Count = Awaited<ReturnType<Context["increment"]>>;

function usageOf(limit: number, { count, nextReset }: Count): Usage {
  const reset = Math.max(0, Math.ceil((nextReset.getTime() - Date.now()) / 1_000));
  return { limit, remaining: Math.max(0, limit - count), reset, exceeded: count > limit };
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

/** As how many requests one counts, and where. */
type Counted = { groups: readonly Group[]; network: () => string; requests: number };

/** Counts requests with the stores of elysia-rate-limit. */
class Counter {
  readonly #limits: RateLimits;
  readonly #memory = new Map<Group, Context>();
  readonly #stores = new Map<Group, PostgresStore>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
    for (const group of groups) {
      this.#memory.set(group, memoryStore());
      if (limits.store === "postgres") this.#stores.set(group, new PostgresStore(limits.db, group));
    }
  }

  /** Counts requests in each group, in this process; returns the tighter limit, undefined when there is none. */
  countInMemory({ groups, network, requests }: Counted): Usage | undefined {
    return this.#tightest(groups, (group) => this.#inMemory(group, network(), requests));
  }

  /** The same over all replicas. */
  async countShared({ groups, network, requests }: Counted): Promise<Usage | undefined> {
    const counts = new Map<Group, Count>();
    for (const group of groups) {
      if (this.#limits.perMinute[group] > 0)
        counts.set(group, await this.#shared(group, network(), requests));
    }
    return this.#tightest(groups, (group) => counts.get(group));
  }

  #tightest(
    groups: readonly Group[],
    countOf: (group: Group) => Count | undefined,
  ): Usage | undefined {
    let tightest: Usage | undefined;
    for (const group of groups) {
      const limit = this.#limits.perMinute[group];
      const counted = limit === 0 ? undefined : countOf(group);
      if (counted === undefined) continue;
      const usage = usageOf(limit, counted);
      tightest = tightest === undefined ? usage : tighter(tightest, usage);
    }
    return tightest;
  }

  /** The store's promise is fulfilled when it is made. */
  #inMemory(group: Group, network: string, requests: number): Count {
    const store = this.#memory.get(group) ?? memoryStore();
    let counted = Bun.peek(store.increment(network, windowMs));
    for (let n = 1; n < requests; n += 1) counted = Bun.peek(store.increment(network, windowMs));
    if (counted instanceof Promise)
      throw new TypeError("The store in memory has to count at once.");
    return counted;
  }

  /**
   * When the shared store fails, logins and operator requests are refused, while reads are counted in
   * this process.
   */
  async #shared(group: Group, network: string, requests: number): Promise<Count> {
    const store = this.#stores.get(group);
    if (store === undefined) return this.#inMemory(group, network, requests);
    try {
      return await store.increment(network, windowMs, requests);
    } catch (error) {
      this.#limits.log.error({ group, error: failureFacts(error) }, "requests cannot be counted");
      if (group === "auth" || group === "admin") throw notReady();
      return this.#inMemory(group, network, requests);
    }
  }
}

type Head = { headers: Record<string, unknown> };

/** Shows the usage to the client, and refuses when it exceeds the limit. */
function apply(usage: Usage | undefined, { headers }: Head): void {
  if (usage === undefined) return;
  headers["ratelimit-limit"] = String(usage.limit);
  headers["ratelimit-remaining"] = String(usage.remaining);
  headers["ratelimit-reset"] = String(usage.reset);
  if (usage.exceeded) throw tooManyRequests(usage);
}

const counting = new WeakMap<
  Request,
  (requests: number) => Usage | undefined | Promise<Usage | undefined>
>();

/**
 * Counts a request as so many more, once its body is known. Throws `rate_limited` when that exceeds the limit; does
 * nothing where requests are not counted.
 */
export async function countMore(request: Request, head: Head, requests: number): Promise<void> {
  if (requests > 0) apply(await counting.get(request)?.(requests), head);
}

/** So many records in a URL count as one request. */
export const RECORDS_PER_REQUEST = 20;

/** As how many requests a read counts: one that names many records in its URL does the work of many. */
function requestsIn({ method, url }: Request, path: string): number {
  if (path !== "/api/v1/entities" || method === "POST") return 1;
  const refs = /[?&]refs=([^&]*)/.exec(url)?.[1] ?? "";
  const named = refs.split(/,|%2c/i, 10 * RECORDS_PER_REQUEST).length;
  return Math.ceil(named / RECORDS_PER_REQUEST);
}

/**
 * Limits requests per client and minute. It uses the stores and headers of elysia-rate-limit but not its
 * hooks: those run in `beforeHandle` and `onError`, so that they miss or give back a request that is
 * refused earlier, such as one with a wrong token. Here every request is counted first, and never
 * given back. Of two limits the headers show the tighter one.
 */
export function rateLimit(limits: RateLimits) {
  const counter = new Counter(limits);
  const network = ({ request, server }: { request: Request; server: Peers }) =>
    clientNetwork(request, server, limits.trustedProxies);
  const counted = (request: Request, server: Peers): Counted => {
    const path = rawPath(request.url);
    const groups = groupsOf(path);
    return {
      groups,
      network: () => network({ request, server }),
      requests: requestsIn(request, path),
    };
  };
  const app = new Elysia({ name: "rate-limit" });
  if (limits.store === "postgres") {
    return app.onRequest(async ({ request, server, set }) => {
      const given = counted(request, server);
      if (request.method === "POST")
        counting.set(request, (requests) => counter.countShared({ ...given, requests }));
      apply(await counter.countShared(given), set);
    });
  }
  return app.onRequest(
    synchronous(({ request, server, set }) => {
      const given = counted(request, server);
      if (request.method === "POST")
        counting.set(request, (requests) => counter.countInMemory({ ...given, requests }));
      apply(counter.countInMemory(given), set);
    }),
  );
}
