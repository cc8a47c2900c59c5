const DEFAULT_SECONDS = 10;
const MOST_SECONDS = 3600;

/**
 * How long a 429 asks to wait (RELIABILITY F17): seconds or an HTTP date, at most an hour; 10 s for
 * anything else, also for 0, the past and a missing header, because a limit was hit after all.
 */
export function retryAfterSeconds(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds > 0 ? Math.min(seconds, MOST_SECONDS) : DEFAULT_SECONDS;
}

/** Date.parse takes almost anything for a date ("-5" is the year 2001), so the shape is checked first. */
function secondsUntil(date: string, now: number): number {
  if (!/^[A-Z][a-z]{2,8}, [\w: -]+ GMT$/.test(date)) return 0;
  return Math.ceil((Date.parse(date) - now) / 1000) || 0;
}
