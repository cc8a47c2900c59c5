/** A number in [0, 1), handed in so that delays can be tested. */
export type Random = () => number;

/** Seconds before attempt n + 1 at most: 5, 20, 80, 320, then 600. */
export const retryCeilings = [5, 20, 80, 320, 600] as const;

const RETRY_AFTER_MAXIMUM = 3_600;

/** Between half of the ceiling and all of it, so that jobs that failed together do not come back together. */
const jittered = (ceiling: number, random: Random): number => ceiling * (0.5 + random() / 2);

/** Seconds until the next attempt after `attempts` of them failed by an error of our own. */
export const retryDelay = (attempts: number, random: Random): number =>
  jittered(Math.min(600, 5 * 4 ** (Math.max(attempts, 1) - 1)), random);

/**
 * Seconds until the provider is tried again after `snoozes` waits before this one. What the provider
 * asked for counts, up to an hour, unless our own delay is longer.
 */
export function snoozeDelay(
  snoozes: number,
  retry_after_seconds: number | null,
  random: Random,
): number {
  const asked = Math.min(retry_after_seconds ?? 0, RETRY_AFTER_MAXIMUM);
  return Math.max(asked, jittered(Math.min(900, 10 * 2 ** Math.min(snoozes, 10)), random));
}
