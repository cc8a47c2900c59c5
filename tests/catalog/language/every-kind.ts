import * as schema from "~/db/schema";
import type { TestCatalog } from "../catalog";
import { moment, publicId, uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";

type Db = TestCatalog["db"];

/** The records of the catalog below that have translations, by kind. */
export const owners = {
  movie: [1, 2, 3],
  series: [4],
  season: [5, 6],
  episode: [7, 8],
  person: [9],
  collection: [10],
} as const;

const path = (kind: Parameters<typeof publicId>[0], n: number) => publicId(kind, n);

/** Paths of every read of the catalog with titles, names or overviews that other languages change. */
export const paths = [
  "/movies",
  "/movies?page=2&page_size=1&sort_by=title",
  "/movies?year=2026",
  "/movies/now-playing",
  "/movies/upcoming",
  "/movies/trending",
  `/movies/${path("movie", 1)}`,
  `/movies/${path("movie", 1)}?include=credits,recommendations,translations`,
  `/movies/${path("movie", 1)}/recommendations`,
  "/movies?include=top_credits,external_ids",
  "/series",
  "/series/trending",
  `/series/${path("series", 4)}`,
  `/series/${path("series", 4)}?include=episodes&seasons=1`,
  `/series/${path("series", 4)}/seasons`,
  `/series/${path("series", 4)}/seasons/1`,
  `/series/${path("series", 4)}/seasons/1/episodes`,
  `/series/${path("series", 4)}/seasons/1/episodes/2`,
  `/seasons/${path("season", 5)}`,
  `/episodes/${path("episode", 7)}`,
  `/people/${path("person", 9)}`,
  `/people/${path("person", 9)}/credits`,
  `/people/${path("person", 9)}?include=credits`,
  "/collections",
  `/collections/${path("collection", 10)}`,
  `/companies/${path("company", 11)}/movies`,
  `/companies/${path("company", 11)}/series`,
];

/** Paths of reads that take a language and have nothing in it. */
export const unchangedPaths = [
  "/people",
  `/movies/${path("movie", 1)}/credits`,
  `/series/${path("series", 4)}/credits`,
  "/companies",
  `/companies/${path("company", 11)}`,
  "/keywords",
  `/keywords/${path("keyword", 12)}`,
  "/genres",
  `/movies/${path("movie", 1)}/videos`,
  `/movies/${path("movie", 1)}/watch-providers`,
  `/series/${path("series", 4)}/videos`,
  `/series/${path("series", 4)}/watch-providers`,
];

/** An episode of season 1 as its series mentions it; number 3 is not in the catalog. */
const mention = (episode_number: number, title: string | null) => ({
  ...{ season_number: 1, episode_number, title, overview: "Then.", air_date: null },
  ...{ runtime: null, still_path: null, episode_type: null },
});

/** Three movies of a collection, a series with seasons and episodes, and a person who took part in all. */
export async function givenEveryKind(db: Db): Promise<void> {
  const collection_id = uuid(10);
  const company = { external_id: 11, company_type: "production_company" } as const;
  await db.insert(schema.collections).values({
    ...{ id: collection_id, external_id: 10, name: "Ten", overview: "Ten in all." },
    poster_path: "/ten.jpg",
  });
  await db.insert(schema.companies).values({ id: uuid(11), name: "Eleven", ...company });
  await db.insert(schema.keywords).values({ id: uuid(12), external_id: 12, name: "twelve" });
  await givenMovie(db, 1, {
    ...{ original_title: "Eins", original_language: "de", overview: "One.", tagline: "1" },
    ...{ collection_id, popularity: 3, poster_path: "/one.jpg", release_date: "2026-11-20" },
  });
  await givenMovie(db, 2, { original_title: "Deux", original_language: "fr", collection_id });
  await givenMovie(db, 3, { homepage: "https://three.example", original_language: "pt" });
  await givenSeries(db, 4, {
    ...{ original_title: "四", original_language: "zh", overview: "Four." },
    ...{ last_episode: mention(2, null), next_episode: mention(3, "Next") },
  });
  await givenSeasons(db);
  await givenPerson(db, 9, "Nine");
  await givenLists(db);
}

async function givenSeasons(db: Db): Promise<void> {
  const series_id = uuid(4);
  await db.insert(schema.seasons).values([
    { id: uuid(5), series_id, season_number: 1, title: "Season 1", poster_path: "/five.jpg" },
    { id: uuid(6), series_id, season_number: 2, overview: "The second." },
  ]);
  const of = { series_id, season_id: uuid(5) };
  await db.insert(schema.episodes).values([
    { ...of, id: uuid(7), episode_number: 1, title: "Pilot" },
    { ...of, id: uuid(8), episode_number: 2, overview: "Then." },
  ]);
}

async function givenLists(db: Db): Promise<void> {
  const person = { person_id: uuid(9), position: 0, external_id: "c" };
  await db.insert(schema.credits).values([
    { ...person, id: uuid(0x21), title_id: uuid(1), credit_type: "cast" },
    { ...person, id: uuid(0x22), title_id: uuid(3), credit_type: "crew", job: "Director" },
    { ...person, id: uuid(0x23), title_id: uuid(4), credit_type: "creator" },
  ]);
  await db
    .insert(schema.title_companies)
    .values([1, 2, 4].map((n) => ({ title_id: uuid(n), company_id: uuid(11), position: n })));
  await db
    .insert(schema.recommendations)
    .values([2, 3].map((n) => ({ title_id: uuid(1), external_id: n, position: n })));
  const day = { window: "day", source: "tmdb", refreshed_at: moment } as const;
  await db.insert(schema.trending_lists).values([
    { ...day, kind: "movie" },
    { ...day, kind: "series" },
  ] as never);
  await db.insert(schema.trending_entries).values([
    { kind: "movie", window: "day", rank: 1, title_id: uuid(3) },
    { kind: "series", window: "day", rank: 1, title_id: uuid(4) },
  ] as never);
  const release = {
    region: "US",
    release_type: "theatrical",
    position: 0,
    is_limited: false,
  } as const;
  await db.insert(schema.release_dates).values([
    { ...release, movie_id: uuid(1), release_date: "2026-11-20" },
    { ...release, movie_id: uuid(2), release_date: "2026-12-01" },
  ] as never);
}
