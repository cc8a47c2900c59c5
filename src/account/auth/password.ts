import { availableParallelism } from "node:os";
import { ApiError } from "~/http/errors";
import { normalizePassword } from "./password-policy";

/** The cost of one Argon2id hash: KiB of memory and passes. Bun always uses one lane. */
export type HashCost = { memoryCost: number; timeCost: number };

/** The lowest cost that the service uses: the minimum that OWASP recommends. */
export const minimumCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

export type PasswordOptions = {
  cost?: HashCost;
  /** Hashes computed in parallel; by default one core stays free for requests without a hash. */
  parallel?: number;
  /** Requests that may wait for a turn; further ones get 503. */
  queue?: number;
};

export type PasswordCheck = {
  correct: boolean;
  /** A hash with the current cost, if the password is correct and its stored hash has another cost. */
  rehashed: string | undefined;
  /** The stored hash cannot be read: an error of the service, not of the client. */
  unreadable: boolean;
};

/**
 * Hashes and checks passwords. Every refusal takes the same work: unknown account, wrong or impossible
 * password, unreadable hash.
 */
export class Passwords {
  readonly #cost: HashCost;
  readonly #queue: HashingQueue;
  /** Made at start with the current cost: verified when there is no account. */
  readonly #dummy: Promise<string>;

  constructor({
    cost = minimumCost,
    parallel = Math.max(1, availableParallelism() - 1),
    queue = 64,
  }: PasswordOptions) {
    this.#cost = cost;
    this.#queue = new HashingQueue({ parallel, queue });
    this.#dummy = this.#argon2(crypto.randomUUID());
  }

  /**
   * Runs a whole request that is going to hash or check a password when its turn comes. A waiting
   * request has not used the database yet; when too many wait, the next one is refused with 503.
   */
  inTurn<T>(request: () => Promise<T>): Promise<T> {
    return this.#queue.run(request);
  }

  /** The hash to store of a password that `passwordProblem` allows. */
  async hash(password: string): Promise<string> {
    return this.#argon2(normalizePassword(password) ?? "");
  }

  /** Compares any text with a stored hash; undefined stands for an account that does not exist. */
  async check(password: string, stored: string | undefined): Promise<PasswordCheck> {
    const dummy = await this.#dummy;
    const normalized = normalizePassword(password);
    const { matches, unreadable } = await verify(normalized, stored ?? dummy, dummy);
    const correct = matches && stored !== undefined && normalized !== undefined;
    const outdated = correct && !this.#isCurrent(stored);
    const rehashed = outdated ? await this.#argon2(normalized) : undefined;
    return { correct, rehashed, unreadable };
  }

  #argon2(text: string): Promise<string> {
    return Bun.password.hash(text, { algorithm: "argon2id", ...this.#cost });
  }

  #isCurrent(stored: string): boolean {
    const { memoryCost, timeCost } = this.#cost;
    return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`);
  }
}

/** Verified in place of a text that cannot be a password: Bun refuses "" at once, without any work. */
const impossible = "\0";

/** Bun throws at once for a hash that it cannot read; then the dummy is verified instead. */
async function verify(password: string | undefined, stored: string, dummy: string) {
  const text = password ?? impossible;
  try {
    return { matches: await Bun.password.verify(text, stored), unreadable: false };
  } catch {
    await Bun.password.verify(text, dummy);
    return { matches: false, unreadable: true };
  }
}

/** One instance for all refusals: under load a stack trace for each would cost more than the refusal. */
const tooManyWaiting = new ApiError("not_ready", {
  message: "Too many logins at once; retry in a moment.",
  headers: { "retry-after": "1" },
});

/**
 * Runs a few tasks in parallel and lets a bounded number wait; the next one is refused with 503. So a
 * burst of logins neither piles up nor takes the CPU from reads.
 */
export class HashingQueue {
  readonly #limits: { parallel: number; queue: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { parallel: number; queue: number }) {
    this.#limits = limits;
  }

  /** The result of the task, which starts when there is room for it. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.parallel) this.#running += 1;
    else await this.#nextTurn();
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Resolves when a finished task passes on its place. */
  async #nextTurn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.queue) throw tooManyWaiting;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
