import { openApiText } from "~/commands/openapi";
import { genres } from "~/vocabulary";
import { publicIdOf, uuidOf } from "./records";

/** The record for the parameter of a path, by the first segment of the path. */
const records: Record<string, string> = {
  movies: publicIdOf("movie", 24),
  series: publicIdOf("series", 24),
  seasons: publicIdOf("season", 49),
  episodes: publicIdOf("episode", 198),
  people: publicIdOf("person", 7),
  companies: publicIdOf("company", 7),
  collections: publicIdOf("collection", 2),
  genres: `genre_${genres[6].id.replaceAll("-", "")}`,
  keywords: publicIdOf("keyword", 7),
};
const numbers: Record<string, string> = {
  season_number: "1",
  episode_number: "2",
  job_id: publicIdOf("job", 1),
  import_id: publicIdOf("import", 1),
  source: "tmdb",
  value: "7",
};

/** The account whose ratings and watchlist are read. */
export const reader = uuidOf("user", 7);

const titles = (date: string, status: string) => {
  const [genre, keyword] = [`genre=${records.genres}`, `keyword=${records.keywords}`];
  const orders = ["popularity", date, "rating", "title"].flatMap((field) =>
    ["asc", "desc"].map((way) => `${field}.${way}`),
  );
  return {
    "": "",
    "page-2": "page=2",
    genre,
    year: "year=1999",
    status: `status=${status}`,
    keyword,
    "keyword-by-name": "keyword=keyword%207",
    votes: "vote_count_gte=100",
    "genre-year": `${genre}&year=1999`,
    "genre-status": `${genre}&status=${status}`,
    "genre-keyword": `${genre}&${keyword}`,
    "year-status": `year=1999&status=${status}`,
    "keyword-votes": `${keyword}&vote_count_gte=100`,
    "genre-year-status-keyword-votes": `${genre}&year=1999&status=${status}&${keyword}&vote_count_gte=100`,
    "year-by-date": `year=1999&sort_by=${date}.desc`,
    ...Object.fromEntries(
      orders
        .filter((order) => order !== "popularity.desc")
        .map((order) => [`by-${order.replace(/_|\./g, "-")}`, `sort_by=${order}`]),
    ),
  };
};

const releases = { "": "", "no-rereleases": "exclude_rereleases=true" };

/** The variant with Meilisearch as secondary search. */
const withMeilisearch = "meilisearch";

/**
 * The requests for each route, by path below /api/v1: the name of a variant and its query. A path that is
 * not in this list is requested once, without a query.
 */
const queries: Record<string, Record<string, string>> = {
  "/movies": titles("release_date", "planned"),
  "/series": titles("air_date", "planned"),
  "/movies/now-playing": releases,
  "/movies/upcoming": releases,
  "/movies/{id}": {
    "": "",
    include: "include=credits,images,videos,recommendations,translations,provenance",
  },
  "/series/{id}": {
    "": "",
    include: "include=images,videos,episodes,translations,provenance&seasons=1",
  },
  "/seasons/{id}": { "": "", include: "include=images,translations" },
  "/episodes/{id}": { "": "", include: "include=images,translations" },
  "/people/{id}": { "": "", include: "include=credits,images,translations,provenance" },
  "/companies/{id}": { "": "", include: "include=images" },
  "/movies/{id}/images": {
    "": "",
    filtered: "image_language=en,null&image_type=poster&image_limit=3",
  },
  "/movies/{id}/watch-providers": { "": "", country: "country=DE" },
  "/series/{id}/watch-providers": { "": "", country: "country=DE" },
  "/people": {
    "": "",
    adult: "include_adult=true",
    department: "known_for_department=Writing",
    "by-popularity-asc": "sort_by=popularity.asc",
    "by-name": "sort_by=name",
    "by-name-desc": "sort_by=name.desc",
    "department-by-name": "known_for_department=Writing&sort_by=name",
  },
  "/people/{id}/credits": { "": "", adult: "include_adult=true" },
  "/companies": { "": "", type: "company_type=network", country: "country=DE" },
  "/companies/{id}/movies": { "": "", adult: "include_adult=true" },
  "/companies/{id}/series": { "": "", adult: "include_adult=true" },
  "/collections/{id}": {
    "": "",
    adult: "include_adult=true",
    include: "include=images,translations,provenance",
  },
  "/changes": {
    "": "since=0",
    end: "",
    "kind-group": "since=0&kinds=movie&groups=names",
  },
  // A cursor that has expired: any other stream would not end.
  "/changes/stream": { "": "since=00000000-1" },
  // A reference in a path is one look-up before the statements of the path.
  "/find/{source}/{value}": { "": "", kind: "kind=series" },
  "/entities": {
    "": `refs=movie/tmdb:7,${records.series},imdb:tt0000024`,
    detail: `refs=${records.movies},movie/tmdb:7&view=detail`,
  },
  "/keywords": { "": "", query: "query=key" },
  "/search": {
    "": "query=the%20mari",
    type: "query=the%20mari&type=movie",
    year: "query=the%20mari&year=1999",
    misspelt: "query=vexqari",
    [withMeilisearch]: "query=vexqari",
  },
  "/admin/ingest/jobs": {
    "": "",
    status: "status=failed",
    kind: "kind=movie",
    "status-kind": "status=failed&kind=movie",
    "external-id": "external_id=603",
  },
};

const PREFIX = "/api/v1";

/** The paths below /api/v1 with a GET, from the OpenAPI document. */
export async function readRoutes(): Promise<string[]> {
  const { paths } = JSON.parse(await openApiText()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path, operations]) => path.startsWith(`${PREFIX}/`) && "get" in operations)
    .map(([path]) => path.slice(PREFIX.length));
}

/** A request, and the name of the file with its statements. */
export type Asked = { file: string; path: string; hasMeilisearch: boolean };

/**
 * The requests of a route. Throws if a parameter of the path has no record.
 *
 * `/movies` is `movies.list.sql`, because there are routes below it. `/movies/{id}/credits` is
 * `movies.id.credits.sql`. The name of a variant comes last.
 */
export function requestsOf(route: string, routes: readonly string[]): Asked[] {
  const [first = ""] = route.split("/").filter(Boolean);
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === "id" ? records[first] : numbers[name];
    if (value === undefined) throw new Error(`${route}: scripts/sql/requests.ts has no ${name}`);
    return value;
  });
  const isList = !route.endsWith("}") && routes.some((other) => other.startsWith(`${route}/`));
  const words = route
    .slice(1)
    .replaceAll(/\{(?:\w+_)?(\w+)\}/g, "$1")
    .split("/");
  const name = [...words, ...(isList ? ["list"] : [])].join(".");
  return Object.entries(queries[route] ?? { "": "" }).map(([variant, query]) => ({
    file: `${[name, variant].filter(Boolean).join(".")}.sql`,
    path: `${PREFIX}${path}${query && `?${query}`}`,
    hasMeilisearch: variant === withMeilisearch,
  }));
}
