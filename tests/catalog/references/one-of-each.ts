import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { moment, publicId, stamps, uuid } from "../ids";
import { givenMovie, givenOfferings, givenPerson, givenSeries } from "../rows";

/** The public ids and the references of {@link givenOneOfEach}, by the first segment of their paths. */
export const named: Record<string, { id: string; references: string[] }> = {
  movies: {
    id: publicId("movie", 603),
    references: ["tmdb:603", "imdb:tt0133093", "wikidata:Q83495", "twitter:TheMatrix"],
  },
  series: { id: publicId("series", 1399), references: ["tmdb:1399", "tvdb:121361"] },
  seasons: { id: publicId("season", 0x5001), references: ["tmdb:3624"] },
  episodes: { id: publicId("episode", 0x5002), references: ["tmdb:63056"] },
  people: { id: publicId("person", 6384), references: ["tmdb:6384", "imdb:nm0000206"] },
  collections: { id: publicId("collection", 0x5003), references: ["tmdb:2344"] },
  companies: { id: publicId("company", 0x5004), references: ["tmdb:174"] },
  keywords: { id: publicId("keyword", 0x5005), references: ["tmdb:818"] },
};

/** One record of each kind that references can name, and a network with the number of the company. */
export async function givenOneOfEach(db: Db): Promise<void> {
  await givenMovie(db, 603, {
    external_ids: { imdb: "tt0133093", wikidata: "Q83495", twitter: "thematrix" },
  });
  await givenOfferings(db, 603);
  await givenSeries(db, 1399, { external_ids: { tvdb: 121_361 } });
  await db.insert(schema.seasons).values({
    id: uuid(0x5001),
    series_id: uuid(1399),
    season_number: 1,
    external_id: 3624,
    ...stamps,
  });
  await db.insert(schema.episodes).values({
    id: uuid(0x5002),
    series_id: uuid(1399),
    season_id: uuid(0x5001),
    episode_number: 2,
    external_id: 63_056,
    ...stamps,
  });
  await givenPerson(db, 6384, "Wen");
  await db.update(schema.people).set({ external_ids: { imdb: "nm0000206" } });
  await db
    .insert(schema.collections)
    .values({ id: uuid(0x5003), external_id: 2344, name: "Loops", created_at: moment });
  await db.insert(schema.companies).values([
    { id: uuid(0x5004), external_id: 174, company_type: "production_company", name: "Brook" },
    { id: uuid(0x5006), external_id: 174, company_type: "network", name: "Alder" },
  ]);
  await db.insert(schema.keywords).values({ id: uuid(0x5005), external_id: 818, name: "loop" });
}
