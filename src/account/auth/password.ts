import { availableParallelism } from "node:os";
import { HashingGate } from "./hashing-gate";
import { normalizePassword } from "./password-policy";

/** What one Argon2id hash costs: KiB of memory and passes; Bun always uses one lane. */
export type HashCost = { memoryCost: number; timeCost: number };

/** The least the service ever uses (M145), which is the minimum OWASP names. */
export const leastCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

export type PasswordOptions = {
  cost?: HashCost;
  /** Hashes computed at a time; by default one core stays free for the requests that need none. */
  parallel?: number;
  /** Requests that may wait for one; beyond them 503. */
  queue?: number;
};

export type Verdict = {
  correct: boolean;
  /** A hash with the current cost, when the password is right and its stored hash has another. */
  rehashed: string | undefined;
  /** The stored hash cannot be read, which is our fault and not the client's. */
  unreadable: boolean;
};

/**
 * Hashes and checks passwords, with the same work for every refusal: unknown account, wrong or
 * impossible password, unreadable hash (M53, RELIABILITY P16).
 */
export class Passwords {
  readonly #cost: HashCost;
  readonly #gate: HashingGate;
  /** Made at start with the current cost: what is verified where there is no account. */
  readonly #dummy: Promise<string>;

  constructor({
    cost = leastCost,
    parallel = Math.max(1, availableParallelism() - 1),
    queue = 64,
  }: PasswordOptions) {
    this.#cost = cost;
    this.#gate = new HashingGate({ parallel, queue });
    this.#dummy = this.#argon2(crypto.randomUUID());
  }

  /**
   * Handles a request that is going to hash or check, in its turn and as a whole: what waits has cost no
   * statement yet, and what finds too many waiting is refused with 503 (M145).
   */
  inTurn<T>(request: () => Promise<T>): Promise<T> {
    return this.#gate.run(request);
  }

  /** The hash to store of a password that `passwordProblem` has no objection to. */
  async hash(password: string): Promise<string> {
    return this.#argon2(normalizePassword(password) ?? "");
  }

  /** Judges a password, of any text, against a stored hash; undefined is an account that is not there. */
  async check(password: string, stored: string | undefined): Promise<Verdict> {
    const dummy = await this.#dummy;
    const normalized = normalizePassword(password);
    const { matches, unreadable } = await verified(normalized, stored ?? dummy, dummy);
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

/** Stands in for what cannot be a password: Bun refuses "" at once, without any work. */
const impossible = "\0";

/** Bun throws at once for a hash it cannot read; then the dummy is verified instead. */
async function verified(password: string | undefined, stored: string, dummy: string) {
  const text = password ?? impossible;
  try {
    return { matches: await Bun.password.verify(text, stored), unreadable: false };
  } catch {
    await Bun.password.verify(text, dummy);
    return { matches: false, unreadable: true };
  }
}
