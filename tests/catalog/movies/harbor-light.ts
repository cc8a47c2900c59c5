import type { MovieDetail } from "~/catalog/movies/model";
import type { MovieSummary } from "~/catalog/titles/summaries";
import * as schema from "~/db/schema";
import { genres } from "~/vocabulary";
import type { TestCatalog } from "../catalog";
import { genre, moment, publicId, uuid } from "../ids";
import { givenFetched, givenMoment, givenMovie, givenOfferings, offerings } from "../rows";

export const id = publicId("movie", 603);
const path = `/api/v1/movies/${id}`;

const summary: MovieSummary = {
  id,
  kind: "movie",
  title: "Harbor Light",
  original_title: "Hafenlicht",
  original_language: "de",
  overview: "A keeper stays.",
  release_date: "2024-05-17",
  year: 2024,
  status: "released",
  runtime: 112,
  popularity: 41.7,
  vote_average: 7.4,
  vote_count: 318,
  poster_path: "/a1.jpg",
  backdrop_path: null,
  genres: [genre(7, "Drama"), genre(1, "Action")],
  adult: false,
  updated_at: moment,
  removed_at: null,
};

/** How it looks from outside. */
export const detail: MovieDetail = {
  ...summary,
  tagline: "Stay.",
  homepage: "https://harbor.example",
  budget: 3_000_000_000,
  revenue: 9_007_199_254_740_991,
  origin_countries: ["DE", "US"],
  spoken_languages: [{ language: "de", name: "Deutsch", english_name: "German" }],
  collection: {
    id: publicId("collection", 0x10),
    name: "Harbor Collection",
    poster_path: "/h.jpg",
  },
  keywords: [
    { id: publicId("keyword", 0x21), name: "lighthouse" },
    { id: publicId("keyword", 0x20), name: "sea" },
  ],
  alternate_titles: [
    { title: "Luz", country_code: "ES", type: null },
    { title: "Light", country_code: null, type: "working title" },
  ],
  companies: [
    {
      id: publicId("company", 0x31),
      name: "Tide Films",
      company_type: "production_company",
      logo_path: null,
      country: "DE",
    },
    {
      id: publicId("company", 0x30),
      name: "Anchor",
      company_type: "production_company",
      logo_path: "/anchor.png",
      country: null,
    },
  ],
  release_dates: [
    {
      region: "DE",
      release_type: "premiere",
      release_date: "2024-05-01",
      certification: null,
      note: "Berlin",
      is_limited: false,
    },
    {
      region: "US",
      release_type: "theatrical",
      release_date: "2024-05-10",
      certification: "PG",
      note: null,
      is_limited: true,
    },
    {
      region: "US",
      release_type: "theatrical",
      release_date: "2024-05-17",
      certification: "PG",
      note: null,
      is_limited: false,
    },
  ],
  external_ids: {
    tmdb: 603,
    imdb: "tt0000603",
    wikidata: "Q603",
    facebook: null,
    instagram: null,
    twitter: null,
  },
  watch_providers: offerings,
  created_at: moment,
  last_ingested_at: moment,
  links: {
    credits: `${path}/credits`,
    images: `${path}/images`,
    videos: `${path}/videos`,
    recommendations: `${path}/recommendations`,
    watch_providers: `${path}/watch-providers`,
  },
};

type Db = TestCatalog["db"];

/** The movie 603 with something in every field. */
export async function givenHarborLight(db: Db): Promise<void> {
  await db
    .insert(schema.collections)
    .values({ id: uuid(0x10), external_id: 1, name: "Harbor Collection", poster_path: "/h.jpg" });
  const { title, original_title, original_language, overview, release_date } = summary;
  const { tagline, homepage, budget, revenue, origin_countries, spoken_languages } = detail;
  await givenMovie(db, 603, {
    ...{ title, original_title, original_language, overview, release_date },
    ...{ tagline, homepage, budget, revenue, origin_countries, spoken_languages },
    ...{ status: "released", runtime: 112, popularity: 41.7, vote_average: 7.4, vote_count: 318 },
    poster_path: "/a1.jpg",
    external_ids: { imdb: "tt0000603", wikidata: "Q603" },
    collection_id: uuid(0x10),
  });
  await givenLabels(db);
  await givenCompanies(db);
  // Stored against the order in which they are shown.
  const { release_dates } = detail;
  const dates = release_dates.map((date, i) => ({ ...date, movie_id: title_id, position: 9 - i }));
  await db.insert(schema.release_dates).values(dates);
  await givenOfferings(db, 603);
  await givenFetched(db, "movie", 603);
  await givenMoment(db);
}

const title_id = uuid(603);

async function givenLabels(db: Db): Promise<void> {
  await db.insert(schema.title_genres).values([
    { title_id, genre_id: genres[0].id, position: 1 },
    { title_id, genre_id: genres[6].id, position: 0 },
  ]);
  await db.insert(schema.keywords).values([
    { id: uuid(0x20), external_id: 1, name: "sea" },
    { id: uuid(0x21), external_id: 2, name: "lighthouse" },
  ]);
  await db.insert(schema.title_keywords).values([
    { title_id, keyword_id: uuid(0x20) },
    { title_id, keyword_id: uuid(0x21) },
  ]);
  await db.insert(schema.alternate_titles).values([
    { title_id, position: 1, title: "Light", type: "working title" },
    { title_id, position: 0, title: "Luz", country_code: "ES" },
  ]);
}

async function givenCompanies(db: Db): Promise<void> {
  const company_type = "production_company";
  await db.insert(schema.companies).values([
    { id: uuid(0x30), external_id: 1, company_type, name: "Anchor", logo_path: "/anchor.png" },
    { id: uuid(0x31), external_id: 2, company_type, name: "Tide Films", country: "DE" },
  ]);
  await db.insert(schema.title_companies).values([
    { title_id, company_id: uuid(0x30), position: 1 },
    { title_id, company_id: uuid(0x31), position: 0 },
  ]);
}
