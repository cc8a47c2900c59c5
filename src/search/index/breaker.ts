const FAILURES = 3;
const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;

/**
 * Keeps questions from a server that does not answer them (F14): after 3 failures within 10 s nothing is
 * asked for 10 s, then one question is let through to try, and its success lets all through again.
 */
export class Breaker {
  readonly #now: () => number;
  #failures: number[] = [];
  #openUntil: number | undefined;

  /** `now` in milliseconds, of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether to ask. Whoever is let through has to report how that went. */
  allows(): boolean {
    if (this.#openUntil === undefined) return true;
    if (this.#now() < this.#openUntil) return false;
    this.#openUntil = this.#now() + OPEN_MS;
    return true;
  }

  succeeded(): void {
    this.#failures = [];
    this.#openUntil = undefined;
  }

  /** True when this failure is the one that opens it. */
  failed(): boolean {
    const now = this.#now();
    this.#failures = [...this.#failures.filter((at) => now - at < WINDOW_MS), now].slice(-FAILURES);
    if (this.#openUntil !== undefined || this.#failures.length < FAILURES) return false;
    this.#openUntil = now + OPEN_MS;
    return true;
  }
}
