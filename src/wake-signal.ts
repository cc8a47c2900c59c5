import type { Sql } from "postgres";

/** A bell that wakes one sleeper; a ring before the wait counts as well. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Returns after the next ring, after `milliseconds`, or when `signal` aborts. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener("abort", wake);
      this.#wake = wake;
      await promise;
      this.#wake = undefined;
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
    }
    this.#rung = false;
  }
}

/**
 * Rings when a job becomes due, over a connection of its own that the driver opens and reopens, and
 * once after each (re)connection, because notifications in between are lost. Polling stays the
 * truth, so nothing waits for this and nothing fails with it. The connection ends with the driver.
 */
export function listenForJobs(driver: Sql, bell: Bell): void {
  driver
    .listen(
      "jobs",
      () => bell.ring(),
      () => bell.ring(),
    )
    .catch(() => {});
}
