const dayMillis = 86_400_000;

/** The ISO date `days` after the ISO date `from` (UTC). */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00.000Z`) + days * dayMillis)
    .toISOString()
    .slice(0, 10);
}

/** The ISO date of a record: a number counts days from today, and an unknown date is "". */
export function dateOf(date: string | number | undefined, today: string): string {
  return typeof date === "number" ? dayAfter(today, date) : (date ?? "");
}
