import { ProviderError } from "./errors";

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

/** A pause up to this long is waited for; for a longer one the job goes back to the queue. */
const MAX_PAUSE_SECONDS = 2;

/** The seconds to wait before a call, or those of a pause that the provider asked for: then nothing is reserved. */
export type Reservation = { wait: number; paused: number };

/** The pace of calls that are reserved in a place that all callers share. */
export function reservedPace(reserve: () => Promise<Reservation>, pause: Pace["pause"]): Pace {
  const take = async (): Promise<void> => {
    const { wait, paused } = await reserve();
    if (paused > MAX_PAUSE_SECONDS) {
      const message = "The provider asked to wait; no call is made until then.";
      throw new ProviderError("provider_rate_limited", message, Math.ceil(paused));
    }
    await Bun.sleep(1_000 * (paused || wait));
    if (paused > 0) await take();
  };
  return { take, pause };
}
