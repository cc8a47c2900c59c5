import { type SQL, sql } from "drizzle-orm";
import { RETRY_AFTER_MAXIMUM } from "~/provider/http/refusal";

/** A number in [0, 1); a parameter so that tests can set the delays. */
export type Random = () => number;

/** Seconds before the next attempt at most, by the attempts so far; the last value repeats. */
const retryCeilings = [5, 20, 80, 320, 600] as const;

/** Between half of the ceiling and all of it, so that jobs that failed together do not retry together. */
const jittered = (ceiling: number, random: Random): number => ceiling * (0.5 + random() / 2);

/** Seconds until the next attempt, after `attempts` attempts failed with an error of our own. */
export function retryDelay(attempts: number, random: Random): number {
  const index = Math.min(Math.max(attempts, 1), retryCeilings.length) - 1;
  return jittered(retryCeilings[index] ?? 600, random);
}

/** As {@link retryDelay}, in SQL for many jobs at once. */
export const retryDelaySql: SQL = sql`(${`{${retryCeilings.join(",")}}`}::float8[])[least(attempts, ${retryCeilings.length})]
      * (0.5 + random() / 2)`;

/**
 * Seconds until the provider is called again, after `snoozes` earlier waits. The time that the
 * provider asks for counts, up to one hour, unless our own delay is longer.
 */
export function snoozeDelay(
  snoozes: number,
  retry_after_seconds: number | null,
  random: Random,
): number {
  const requested = Math.min(retry_after_seconds ?? 0, RETRY_AFTER_MAXIMUM);
  return Math.max(requested, jittered(Math.min(900, 10 * 2 ** Math.min(snoozes, 10)), random));
}
