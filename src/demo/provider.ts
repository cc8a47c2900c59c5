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

type Question = { today: string; asked: ReadonlySet<string>; page: string };
type Answer = (groups: Record<string, string | undefined>, question: Question) => Body | null;

/** `make` of what `table` has under a written id; null when it has nothing. */
function found<T>(
  table: ReadonlyMap<number, T>,
  id: string | undefined,
  make: (row: T) => Body | null,
): Body | null {
  const row = table.get(Number(id));
  return row === undefined ? null : make(row);
}

function trendingBody(kind: "movie" | "tv", window: "day" | "week", question: Question): Body {
  const item = kind === "movie" ? movieListItem : seriesListItem;
  const ids = question.page === "1" ? trendingIds[kind][window] : [];
  return onePage(ids.map((id) => item(id, question.today)));
}

const routes: readonly (readonly [RegExp, Answer])[] = [
  [
    /\/3\/movie\/(?<id>\d+)$/,
    ({ id }, { today, asked }) => found(moviesById, id, (row) => movieBody(row, today, asked)),
  ],
  [
    /\/3\/tv\/(?<id>\d+)$/,
    ({ id }, { today, asked }) => found(seriesById, id, (row) => seriesBody(row, today, asked)),
  ],
  [
    /\/3\/tv\/(?<id>\d+)\/season\/(?<number>\d+)$/,
    ({ id, number }, { today, asked }) =>
      found(seriesById, id, (series) => {
        const season = series.seasons.find((one) => one.number === Number(number));
        return season === undefined ? null : seasonBody(series, season, today, asked);
      }),
  ],
  [
    /\/3\/collection\/(?<id>\d+)$/,
    ({ id }, { today, asked }) =>
      found(collectionsById, id, (row) => collectionBody(row, today, asked)),
  ],
  [
    /\/3\/person\/(?<id>\d+)$/,
    ({ id }, { asked }) => found(peopleById, id, (row) => personBody(row, asked)),
  ],
  [/\/3\/company\/(?<id>\d+)$/, ({ id }) => found(companiesById, id, companyBody)],
  [
    /\/3\/trending\/(?<kind>movie|tv)\/(?<window>day|week)$/,
    ({ kind, window }, question) =>
      trendingBody(kind === "tv" ? "tv" : "movie", window === "week" ? "week" : "day", question),
  ],
];

const notFound = {
  success: false,
  status_code: 34,
  status_message: "The demo provider has nothing at this address.",
};

function answerTo(request: Request, today: string): Body | null {
  const url = new URL(request.url);
  if (request.method !== "GET") {
    return null;
  }
  const question: Question = {
    today,
    asked: new Set((url.searchParams.get("append_to_response") ?? "").split(",")),
    page: url.searchParams.get("page") ?? "1",
  };
  for (const [pattern, answer] of routes) {
    const match = pattern.exec(url.pathname);
    if (match !== null) {
      return answer(match.groups ?? {}, question);
    }
  }
  return null;
}

/**
 * A provider of our own with the shapes of TMDB v3 (PROVIDER.md sections 2 to 7), as a fetch function.
 * It needs no token, ignores the host and whatever stands before /3, and answers the same bytes all day;
 * `today` (YYYY-MM-DD, UTC) is the day its now-playing and upcoming movies move with.
 * What it does not have is 404 with the provider's error body.
 */
export function demoProvider(options: { today: string }): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = answerTo(request, options.today);
    return body === null ? Response.json(notFound, { status: 404 }) : Response.json(body);
  };
}
