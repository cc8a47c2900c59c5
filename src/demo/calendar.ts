const dayMillis = 86_400_000;

/** The ISO date `days` after the ISO date `from` (UTC). */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00.000Z`) + days * dayMillis)
    .toISOString()
    .slice(0, 10);
}

/** A date of a fact row: ISO as it stands, an offset in days ("+12", "-20") counted from today, "" as it is. */
export function dateOf(written: string, today: string): string {
  return /^[+-]\d+$/.test(written) ? dayAfter(today, Number(written)) : written;
}
