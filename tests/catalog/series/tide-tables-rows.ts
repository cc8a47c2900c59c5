import * as schema from "~/db/schema";
import { genres } from "~/vocabulary";
import type { TestCatalog } from "../catalog";
import { uuid } from "../ids";
import { givenFetched, givenMoment, givenPerson, givenSeries } from "../rows";
import { detail, episodes, mention, nextMention, seasons, summary } from "./tide-tables";

type Db = TestCatalog["db"];

const title_id = uuid(1399);

/** The series 1399 with something in every field; only its first season is ingested. */
export async function givenTideTables(db: Db): Promise<void> {
  const { title, original_title, original_language, overview } = summary;
  const { first_air_date, last_air_date, number_of_seasons, number_of_episodes } = summary;
  const { popularity, vote_average, vote_count, poster_path, backdrop_path } = summary;
  const { tagline, homepage, series_type, in_production, origin_countries, spoken_languages } =
    detail;
  await givenSeries(db, 1399, {
    ...{ title, original_title, original_language, overview },
    ...{ first_air_date, last_air_date, number_of_seasons, number_of_episodes },
    ...{ popularity, vote_average, vote_count, poster_path, backdrop_path },
    ...{ tagline, homepage, series_type, in_production, origin_countries, spoken_languages },
    status: "returning_series",
    external_ids: { imdb: "tt0001399", tvdb: 121361 },
    last_episode: mention,
    next_episode: nextMention,
  });
  await givenLabels(db);
  await givenCompanies(db);
  await givenSeasons(db);
  await givenCredits(db);
  await givenFetched(db, "series", 1399);
  await givenMoment(db);
}

async function givenLabels(db: Db): Promise<void> {
  await db.insert(schema.title_genres).values({ title_id, genre_id: genres[6].id, position: 0 });
  await db.insert(schema.keywords).values({ id: uuid(0x20), external_id: 1, name: "sea" });
  await db.insert(schema.title_keywords).values({ title_id, keyword_id: uuid(0x20) });
  const alternate = { title_id, position: 0, title: "Mareas", country_code: "ES" };
  await db.insert(schema.alternate_titles).values(alternate);
  const ratings = detail.content_ratings.map((row, position) => ({ ...row, title_id, position }));
  await db.insert(schema.content_ratings).values(ratings.toReversed());
}

async function givenCompanies(db: Db): Promise<void> {
  await db.insert(schema.companies).values([
    { id: uuid(0x30), external_id: 1, company_type: "production_company", name: "Anchor" },
    {
      id: uuid(0x31),
      external_id: 1,
      company_type: "network",
      name: "Channel Bay",
      logo_path: "/bay.png",
      country: "DE",
    },
  ]);
  await db.insert(schema.title_companies).values([
    { title_id, company_id: uuid(0x30), position: 0 },
    { title_id, company_id: uuid(0x31), position: 1 },
  ]);
}

async function givenSeasons(db: Db): Promise<void> {
  const rows = seasons.map((row, i) => ({ ...row, id: uuid(0x60 + i), series_id: title_id }));
  await db.insert(schema.seasons).values(rows.toReversed());
  const place = { series_id: title_id, season_id: uuid(0x61) };
  const ids = [0x71, 0x70];
  const listed = episodes.map(({ external_ids, ...row }, i) => {
    return { ...row, ...place, id: uuid(ids[i] ?? 0), external_id: external_ids.tmdb };
  });
  await db.insert(schema.episodes).values(listed.toReversed());
}

async function givenCredits(db: Db): Promise<void> {
  await givenPerson(db, 0x50, "Ada");
  await givenPerson(db, 0x51, "Ben");
  const [adaId, benId] = [uuid(0x50), uuid(0x51)];
  const credit = { title_id, external_id: "c", position: 0 };
  await db.insert(schema.credits).values([
    { ...credit, id: uuid(0x80), credit_type: "cast", person_id: adaId, position: 3 },
    {
      ...{ ...credit, id: uuid(0x81), credit_type: "cast", external_id: "d", person_id: benId },
      ...{ character: "Mara", episode_count: 12 },
    },
    {
      ...{ ...credit, id: uuid(0x82), credit_type: "crew", person_id: benId },
      ...{ department: "Writing", job: "Creator" },
    },
    { ...credit, id: uuid(0x83), credit_type: "creator", person_id: adaId },
  ]);
}
