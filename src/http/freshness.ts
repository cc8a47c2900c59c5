/** How long a response of the catalog is fresh, and how long it may be used after that while it is renewed. */
const freshSeconds = 60;
const staleSeconds = 300;

const secondsOfDay = 86_400;

/**
 * For how many seconds a response of the catalog is fresh, and for how many more it may be used while it is
 * renewed. Both end at the next midnight UTC, when the lists of current and upcoming movies change; one rule
 * for all routes is simpler than exceptions.
 */
export function freshness(now: Date): { fresh: number; stale: number } {
  const left = secondsOfDay - Math.ceil((now.getTime() / 1_000) % secondsOfDay);
  const fresh = Math.min(freshSeconds, left);
  return { fresh, stale: Math.min(staleSeconds, left - fresh) };
}

/** `Cache-Control` of the catalog. */
export function cacheControl(now: Date): string {
  const { fresh, stale } = freshness(now);
  return `public, max-age=${fresh}, stale-while-revalidate=${stale}`;
}

const dayOf = (time: number): number => Math.floor(time / (1_000 * secondsOfDay));

/** Whether two times in milliseconds since 1970 are of the same day in UTC. */
export const isSameDay = (a: number, b: number): boolean => dayOf(a) === dayOf(b);
