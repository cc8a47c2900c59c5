import { publicIdText } from "~/db/sql";
import type { IdKind } from "~/vocabulary";

/** The part of an id that depends on the kind of record; the first five are the benchmark's. */
const families = {
  movie: 1,
  series: 2,
  person: 3,
  keyword: 4,
  company: 5,
  series_credit: 16,
  episode_credit: 17,
  collection: 18,
  season: 19,
  episode: 20,
  artwork: 21,
  video: 22,
  provider: 23,
  user: 24,
  job: 25,
  import: 26,
} as const;
type Family = keyof typeof families;

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

/** The id of the n-th record of a family, as SQL; `n` is SQL too. */
export const idOf = (family: Family, n: string): string =>
  `('0199${hex(families[family], 4)}000070008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The same id as a value. */
export const uuidOf = (family: Family, n: number): string =>
  `0199${hex(families[family], 4)}-0000-7000-8000-${hex(n, 12)}`;

/** The public id. */
export const publicIdOf = (kind: Family & IdKind, n: number): string =>
  publicIdText(kind, uuidOf(kind, n));
