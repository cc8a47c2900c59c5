import { errorBody } from "./bodies/broken";
import { listPart } from "./bodies/parts";
import type { Call, StandIn } from "./provider";

/** The kinds that have a change list, as the provider spells them. */
export type ChangeListKind = "movie" | "tv" | "person";

/** A row of a change list: an id, null, or an id that the provider no longer knows. */
export type ChangeRow = number | null | { readonly unknown: number };

const PAGE = 100;
const DAYS = 14;
const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const refused = (status: number, code: number): Response =>
  Response.json(errorBody(status, code), { status });

function rowBody(row: ChangeRow): object {
  if (typeof row === "number") return { id: row, adult: false, softcore: false };
  return { id: row === null ? null : row.unknown, adult: null, softcore: null };
}

/** First and last day that a request asks for; without dates yesterday and today, in UTC. */
function rangeOf({ query }: Call): { from: string; to: string } | Response {
  const today = Date.now();
  const to = query.end_date ?? dayOf(today);
  const from = query.start_date ?? dayOf((query.end_date ? Date.parse(to) : today) - DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) || Number.isNaN(days)) {
    return refused(400, 23);
  }
  return days > DAYS ? refused(422, 20) : { from, to };
}

/** The change lists of a stand-in: what it says changed, per kind and day, in the order told. */
export class ChangeLists {
  readonly #rows: { kind: ChangeListKind; day: string; row: ChangeRow }[] = [];

  /** Names ids as changed on a day (YYYY-MM-DD, UTC); repeats are repeated. */
  name(kind: ChangeListKind, day: string, rows: readonly ChangeRow[]): this {
    this.#rows.push(...rows.map((row) => ({ kind, day, row })));
    return this;
  }

  /** The page that a request asks for, of the days from `start_date` to `end_date`, both included. */
  answer(kind: ChangeListKind, call: Call): object {
    const range = rangeOf(call);
    if (range instanceof Response) return range;
    const page = Number(call.query.page ?? 1);
    if (!Number.isInteger(page) || page < 1 || page > 500) return refused(400, 22);
    const { from, to } = range;
    const named = this.#rows.filter((row) => row.kind === kind && row.day >= from && row.day <= to);
    const results = named.slice((page - 1) * PAGE, page * PAGE).map(({ row }) => rowBody(row));
    const total_pages = Math.ceil(named.length / PAGE);
    return listPart(results, { page, total_pages, total_results: named.length });
  }
}

/**
 * Gives a stand-in `/movie/changes`, `/tv/changes` and `/person/changes`: pages of 100, ranges of 14 days
 * at most, the last 24 hours unless dates are given.
 *
 *     changeLists(provider).name("movie", "2026-11-21", [603, 603, null, { unknown: 9 }]);
 */
export function changeLists(provider: StandIn): ChangeLists {
  const lists = new ChangeLists();
  for (const kind of ["movie", "tv", "person"] as const) {
    provider.serve(`/${kind}/changes`, (call) => lists.answer(kind, call));
  }
  return lists;
}
