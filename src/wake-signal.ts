/** Wakes one waiter. A call of `wake` before the wait counts, too. */
export class WakeSignal {
  #isSet = false;
  #resolve: (() => void) | undefined;

  wake(): void {
    this.#isSet = true;
    this.#resolve?.();
  }

  /** Returns after the next `wake`, after `milliseconds`, or when `abort` is aborted. */
  async wait(milliseconds: number, abort: AbortSignal): Promise<void> {
    if (!this.#isSet && !abort.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const timer = setTimeout(wake, milliseconds);
      abort.addEventListener("abort", wake);
      this.#resolve = wake;
      await promise;
      this.#resolve = undefined;
      clearTimeout(timer);
      abort.removeEventListener("abort", wake);
    }
    this.#isSet = false;
  }
}

/** Waits for `milliseconds`, or until `abort` is aborted. */
export const sleep = (milliseconds: number, abort: AbortSignal): Promise<void> =>
  new WakeSignal().wait(milliseconds, abort);
