import type { TestCatalog } from "../catalog";

/** What the records of each kind may include, in the order of answers, and the first part of their paths. */
export const kinds = {
  movie: [
    "/movies",
    ["credits", "images", "videos", "recommendations", "translations", "provenance"],
  ],
  series: ["/series", ["images", "videos", "episodes", "translations", "provenance"]],
  season: ["/seasons", ["images", "translations"]],
  episode: ["/episodes", ["images", "translations"]],
  person: ["/people", ["credits", "images", "translations", "provenance"]],
  collection: ["/collections", ["images", "translations", "provenance"]],
  company: ["/companies", ["images"]],
} as const;
export type Kind = keyof typeof kinds;

type Json = Record<string, unknown>;
type Season = Json & { season_number: number };
type Get = Pick<TestCatalog, "get">["get"];

/** The value of an included part: the body of its path without an id, with the same parameters. */
async function partOf(get: Get, path: string, name: string, parameters: string): Promise<Json> {
  const { status, body } = await get<Json>(`${path}/${name}?${parameters}`);
  if (status !== 200) throw new Error(`${path}/${name}: ${status}`);
  const { id: _, ...part } = body;
  return part;
}

/** The seasons of a series, those of these numbers with their episodes. */
const withEpisodes = (get: Get, path: string, seasons: Season[], numbers: readonly number[]) =>
  Promise.all(
    seasons.map(async (season) => {
      if (!numbers.includes(season.season_number)) return season;
      const { body } = await get<{ results: Json[] }>(
        `${path}/seasons/${season.season_number}/episodes`,
      );
      return { ...season, episodes: body.results };
    }),
  );

/**
 * The record at `at` with these parts, put together from the answers of their own paths, as JSON. The paths of the
 * parts are below `path`.
 */
export async function composed(
  { get }: Pick<TestCatalog, "get">,
  given: { kind: Kind; at: string; path: string; names: readonly string[] },
  { seasons = [], ...parameters }: { seasons?: readonly number[]; [name: string]: unknown } = {},
): Promise<string> {
  const query = new URLSearchParams(parameters as Record<string, string>).toString();
  const { body: plain } = await get<Json>(`${given.at}?${query}`);
  const record: Json = { ...plain };
  for (const name of kinds[given.kind][1].filter((each) => given.names.includes(each))) {
    if (name === "episodes") {
      const own = plain.seasons as Season[];
      record.seasons = await withEpisodes(get, given.path, own, seasons);
    } else record[name] = await partOf(get, given.path, name, query);
  }
  return JSON.stringify(record);
}
