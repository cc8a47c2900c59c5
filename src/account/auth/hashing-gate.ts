import { ApiError } from "~/http/errors";

/** One for all: in a storm the stack of each would cost more than the refusal. */
const tooMany = new ApiError("not_ready", {
  message: "Too many logins at once; retry in a moment.",
  headers: { "retry-after": "1" },
});

type Limits = {
  /** How many may work at the same time. */
  parallel: number;
  /** How many more may wait for that. */
  queue: number;
};

/**
 * Lets few pieces of work run at a time and a bounded number wait in line; the next one is refused
 * with 503, so that a storm of logins neither piles up nor starves the reads (M145).
 */
export class HashingGate {
  readonly #limits: Limits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The result of `work` once there was room for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.parallel) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Resolves when one that is done hands its place over. */
  async #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.queue) throw tooMany;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
