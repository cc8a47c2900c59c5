/**
 * How often the provider may be called, shared by everybody who calls it (CONTRACT M138).
 *
 * `take` resolves when one call may be made. It throws a ProviderError `provider_rate_limited`
 * with `retry_after_seconds` when the provider is paused for longer than about 2 s, so that a job
 * goes back to the queue instead of holding its worker.
 *
 * `pause` stops every caller for so many seconds after a 429 (RELIABILITY F17).
 */
export interface Pace {
  take(): Promise<void>;
  pause(seconds: number): Promise<void>;
}

/** No limit at all: for a provider inside the same process. */
export const freePace: Pace = {
  take: () => Promise.resolve(),
  pause: () => Promise.resolve(),
};
