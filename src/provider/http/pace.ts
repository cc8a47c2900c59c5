/**
 * The rate limit for calls to the provider, shared by all callers.
 *
 * `take` resolves when one call may be made. If the provider is paused for longer than about 2 s, it
 * throws a ProviderError `provider_rate_limited` with `retry_after_seconds`, so that a job goes back
 * to the queue instead of blocking its worker.
 *
 * `pause` stops all callers for some seconds, after the provider answered 429.
 */
export interface Pace {
  take(): Promise<void>;
  pause(seconds: number): Promise<void>;
}

/** No limit, for a provider inside this process. */
export const freePace: Pace = {
  take: () => Promise.resolve(),
  pause: () => Promise.resolve(),
};
