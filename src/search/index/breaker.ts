const FAILURES = 3;
const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;

/**
 * A circuit breaker for a server that does not respond. After 3 failures within 10 s it opens: no
 * request is allowed for 10 s, then a single one. If that succeeds, all are allowed again.
 */
export class Breaker {
  readonly #now: () => number;
  #failures: number[] = [];
  #openUntil: number | undefined;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a request may be sent. Its outcome must be reported with `succeeded` or `failed`. */
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

  /** Returns true when this failure opens the breaker. */
  failed(): boolean {
    const now = this.#now();
    this.#failures = [...this.#failures.filter((at) => now - at < WINDOW_MS), now].slice(-FAILURES);
    if (this.#openUntil !== undefined || this.#failures.length < FAILURES) return false;
    this.#openUntil = now + OPEN_MS;
    return true;
  }
}
