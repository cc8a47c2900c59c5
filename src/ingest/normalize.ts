import { type Gender, genders } from "~/vocabulary";

/** Null for an empty list: the provider then says nothing, and nothing stored is removed. */
export const nullIfEmpty = <T>(items: T[] | null): T[] | null => (items?.length ? items : null);

/** The provider counts: 0 unknown, 1 female, 2 male, 3 non-binary. */
export const normalizeGender = (code: number | null): Gender | null =>
  (code !== null && genders[code - 1]) || null;

/** Orders dates, null last. */
export function compareDates(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
