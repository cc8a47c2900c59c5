import type { Body } from "./bodies/body";
import { collectionBody } from "./bodies/collection";
import { companyBody } from "./bodies/company";
import { movieListItem, onePage, seriesListItem } from "./bodies/list-item";
import { movieBody } from "./bodies/movie";
import { personBody } from "./bodies/person";
import { seasonBody } from "./bodies/season";
import { seriesBody } from "./bodies/series";
import { collectionsById, companiesById, moviesById, peopleById, seriesById } from "./catalog";
import trendingIds from "./trending.json" with { type: "json" };

type Query = { today: string; parts: ReadonlySet<string>; page: string };
type Handler = (groups: Record<string, string | undefined>, query: Query) => Body | null;

/** The body of the record with this id; null if there is none. */
function bodyOf<T>(
  table: ReadonlyMap<number, T>,
  id: string | undefined,
  make: (row: T) => Body | null,
): Body | null {
  const row = table.get(Number(id));
  return row === undefined ? null : make(row);
}

function trendingBody(kind: "movie" | "tv", window: "day" | "week", query: Query): Body {
  const item = kind === "movie" ? movieListItem : seriesListItem;
  const ids = query.page === "1" ? trendingIds[kind][window] : [];
  return onePage(ids.map((id) => item(id, query.today)));
}

const routes: readonly (readonly [RegExp, Handler])[] = [
  [
    /\/3\/movie\/(?<id>\d+)$/,
    ({ id }, { today, parts }) => bodyOf(moviesById, id, (row) => movieBody(row, today, parts)),
  ],
  [
    /\/3\/tv\/(?<id>\d+)$/,
    ({ id }, { today, parts }) => bodyOf(seriesById, id, (row) => seriesBody(row, today, parts)),
  ],
  [
    /\/3\/tv\/(?<id>\d+)\/season\/(?<number>\d+)$/,
    ({ id, number }, { today, parts }) =>
      bodyOf(seriesById, id, (series) => {
        const season = series.seasons.find((one) => one.number === Number(number));
        return season === undefined ? null : seasonBody(series, season, today, parts);
      }),
  ],
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
];

const notFound = {
  success: false,
  status_code: 34,
  status_message: "The demo provider has nothing at this address.",
};

function respondTo(request: Request, today: string): Body | null {
  const url = new URL(request.url);
  if (request.method !== "GET") {
    return null;
  }
  const query: Query = {
    today,
    parts: new Set((url.searchParams.get("append_to_response") ?? "").split(",")),
    page: url.searchParams.get("page") ?? "1",
  };
  for (const [pattern, handle] of routes) {
    const match = pattern.exec(url.pathname);
    if (match !== null) {
      return handle(match.groups ?? {}, query);
    }
  }
  return null;
}

/**
 * A stand-in for TMDB's API v3 with the demo's data, as a fetch function. It needs no token and ignores the
 * host and the path before /3. Responses are the same all day; relative dates are counted from `today`
 * (YYYY-MM-DD, UTC). Unknown paths and ids are 404 with the provider's error body.
 */
export function demoProvider(options: { today: string }): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = respondTo(request, options.today);
    return body === null ? Response.json(notFound, { status: 404 }) : Response.json(body);
  };
}
