import type { Body } from "./bodies/body";
import { collectionBody } from "./bodies/collection";
import { companyBody } from "./bodies/company";
import { findBody } from "./bodies/find";
import { movieListItem, onePage, seriesListItem } from "./bodies/list-item";
import {
  certificationList,
  changePage,
  countryList,
  languageList,
  regionList,
  watchProviderList,
} from "./bodies/lists";
import { movieBody } from "./bodies/movie";
import { personBody } from "./bodies/person";
import { seasonBody } from "./bodies/season";
import { seriesBody } from "./bodies/series";
import { dayAfter } from "./calendar";
import { collectionsById, companiesById, moviesById, peopleById, seriesById } from "./catalog";
import { type ChangingKind, changedBetween, isGone, moved, putOff, timesChanged } from "./motion";
import trendingIds from "./trending.json" with { type: "json" };

type Query = {
  today: string;
  /** Minutes since the provider began to change; 0: it does not. */
  minute: number;
  parts: ReadonlySet<string>;
  page: number;
  given: URLSearchParams;
  clock: Clock | undefined;
};
type Handler = (
  groups: Record<string, string | undefined>,
  query: Query,
) => Body | readonly Body[] | null;

/** The body of the record with this id; null if there is none. */
function bodyOf<T>(
  table: ReadonlyMap<number, T>,
  id: string | undefined,
  make: (row: T) => Body | null,
): Body | null {
  const row = table.get(Number(id));
  return row === undefined ? null : make(row);
}

/** A movie as it is after the changes so far; null while the provider has lost it. */
const movie: Handler = ({ id }, { today, parts, minute }) =>
  isGone("movie", Number(id), minute)
    ? null
    : bodyOf(moviesById, id, (row) =>
        moved(movieBody(row, today, parts), timesChanged("movie", row.id, minute)),
      );

const series: Handler = ({ id }, { today, parts, minute }) =>
  bodyOf(seriesById, id, (row) => {
    const times = timesChanged("tv", row.id, minute);
    return putOff(moved(seriesBody(row, today, parts), times), row.id, times, today);
  });

const season: Handler = ({ id, number }, { today, parts, minute, given }) =>
  bodyOf(seriesById, id, (row) => {
    const found = row.seasons.find((one) => one.number === Number(number));
    if (found === undefined) return null;
    const times = timesChanged("tv", row.id, minute);
    return putOff(
      seasonBody(row, found, today, parts, given.get("language") ?? undefined),
      row.id,
      times,
      today,
    );
  });

function trendingBody(kind: "movie" | "tv", window: "day" | "week", query: Query): Body {
  const item = kind === "movie" ? movieListItem : seriesListItem;
  const ids = query.page === 1 ? trendingIds[kind][window] : [];
  return onePage(ids.map((id) => item(id, query.today)));
}

function changeList(kind: ChangingKind, { today, page, given, clock }: Query): Body {
  const to = given.get("end_date") ?? today;
  const from = given.get("start_date") ?? dayAfter(to, -1);
  return changePage(clock === undefined ? [] : changedBetween(kind, { from, to }, clock), page);
}

const routes: readonly (readonly [RegExp, Handler])[] = [
  [/\/3\/movie\/(?<id>\d+)$/, movie],
  [/\/3\/tv\/(?<id>\d+)$/, series],
  [/\/3\/tv\/(?<id>\d+)\/season\/(?<number>\d+)$/, season],
  [
    /\/3\/collection\/(?<id>\d+)$/,
    ({ id }, { today, parts }) =>
      bodyOf(collectionsById, id, (row) => collectionBody(row, today, parts)),
  ],
  [
    /\/3\/person\/(?<id>\d+)$/,
    ({ id }, { parts }) => bodyOf(peopleById, id, (row) => personBody(row, parts)),
  ],
  [/\/3\/company\/(?<id>\d+)$/, ({ id }) => bodyOf(companiesById, id, companyBody)],
  [
    /\/3\/trending\/(?<kind>movie|tv)\/(?<window>day|week)$/,
    ({ kind, window }, query) =>
      trendingBody(kind === "tv" ? "tv" : "movie", window === "week" ? "week" : "day", query),
  ],
  [
    /\/3\/(?<kind>movie|tv|person)\/changes$/,
    ({ kind }, query) => changeList(kind as ChangingKind, query),
  ],
  [
    /\/3\/find\/(?<value>[^/]+)$/,
    ({ value = "" }, { given, today }) =>
      findBody(given.get("external_source") ?? undefined, decodeURIComponent(value), today),
  ],
  [
    /\/3\/certification\/(?<kind>movie|tv)\/list$/,
    ({ kind }) => certificationList(kind === "tv" ? "tv" : "movie"),
  ],
  [/\/3\/configuration\/countries$/, countryList],
  [/\/3\/configuration\/languages$/, languageList],
  [/\/3\/watch\/providers\/regions$/, regionList],
  [/\/3\/watch\/providers\/(?:movie|tv)$/, watchProviderList],
];

const notFound = {
  success: false,
  status_code: 34,
  status_message: "The demo provider has nothing at this address.",
};

/** When the provider began to change, and what time it is; milliseconds. */
type Clock = { since: number; now: number };

function respondTo(request: Request, { today, clock }: Options): ReturnType<Handler> {
  const url = new URL(request.url);
  if (request.method !== "GET") return null;
  const given = url.searchParams;
  const query: Query = {
    today,
    minute: clock === undefined ? 0 : Math.floor((clock.now - clock.since) / 60_000),
    parts: new Set((given.get("append_to_response") ?? "").split(",")),
    page: Number(given.get("page") ?? "1"),
    given,
    clock,
  };
  for (const [pattern, handle] of routes) {
    const match = pattern.exec(url.pathname);
    if (match !== null) return handle(match.groups ?? {}, query);
  }
  return null;
}

/** `today` is YYYY-MM-DD, UTC. Without a clock nothing changes. */
type Options = { today: string; clock?: Clock | undefined };

/**
 * A stand-in for TMDB's API v3 with the demo's data, as a fetch function. It needs no token and ignores the
 * host and the path before /3. Relative dates are counted from `today`. Responses are the same all day, except
 * for what changes minute by minute if there is a clock (see motion.ts). Unknown paths and ids are 404 with the
 * provider's error body.
 */
export function demoProvider(options: Options): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = respondTo(request, options);
    return body === null ? Response.json(notFound, { status: 404 }) : Response.json(body);
  };
}
