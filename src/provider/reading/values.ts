const UNSTORABLE = /[\0\ud800-\udfff]/gu;

/**
 * Trims, and removes what PostgreSQL cannot store: U+0000 and halves of surrogate pairs. Both checks
 * are native and cheap; the replacement runs only if needed.
 */
export function cleanText(value: string): string {
  const storable = value.isWellFormed() && !value.includes("\0");
  return (storable ? value : value.replace(UNSTORABLE, "")).trim();
}

/** The first characters of a text, without cutting a surrogate pair in two. */
export function cutText(value: string, length: number): string {
  if (value.length <= length) return value;
  const last = value.charCodeAt(length - 1);
  const inPair = last >= 0xd800 && last <= 0xdbff;
  return value.slice(0, inPair ? length - 1 : length).trimEnd();
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The calendar date at the start of a text, from year 1 on; null if there is none. */
export function asDate(value: string): string | null {
  const match = DATE.exec(value);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (MONTH_DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
  return year > 0 && day > 0 && day <= days ? value.slice(0, 10) : null;
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?(?:Z|UTC|([+-]\d{2}):?(\d{2}))?$/;

/** A point in time as RFC 3339 in UTC; without an offset it is read as UTC. */
export function asTimestamp(value: string): string | null {
  const match = TIMESTAMP.exec(value);
  if (match?.[1] === undefined || asDate(match[1]) === null) return null;
  const [, day, clock, fraction = "", hours = "+00", minutes = "00"] = match;
  const date = new Date(`${day}T${clock}${fraction.slice(0, 4)}${hours}:${minutes}`);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^(?!0000)\d{4}-/.test(text) ? text : null;
}

/** A path on the provider's image host: one segment, so that it cannot name another host or folder. */
export const asImagePath = (value: string): string | null =>
  /^\/[A-Za-z0-9._-]{1,120}$/.test(value) && !value.startsWith("/..") ? value : null;

/** An http or https URL of at most 2 000 characters. */
export const asWebAddress = (value: string): string | null =>
  value.length <= 2000 && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? value : null;

/** ISO 3166-1 alpha-2 in capitals. */
export const asCountry = (value: string): string | null =>
  /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null;

/** A language tag such as "en" or "pt-BR", unchanged. */
export const asLanguage = (value: string): string | null =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(value) ? value : null;

/** Whether a value is a JSON object, neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
