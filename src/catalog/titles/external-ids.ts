import { type Static, Type } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ExternalId, TmdbId } from "~/catalog/fields";
import { jsonRow } from "~/db/json-sql";
import { titles } from "~/db/schema";

export const MovieExternalIds = Type.Object(
  {
    tmdb: TmdbId(603),
    imdb: ExternalId("IMDb", "tt0133093"),
    wikidata: ExternalId("Wikidata", "Q83495"),
    facebook: ExternalId("Facebook"),
    instagram: ExternalId("Instagram"),
    twitter: ExternalId("X, formerly Twitter"),
  },
  { $id: "MovieExternalIds", description: "Ids of a movie in other databases" },
);
export type MovieExternalIds = Static<typeof MovieExternalIds>;

export const SeriesExternalIds = Type.Object(
  {
    tmdb: TmdbId(1396),
    imdb: ExternalId("IMDb", "tt0903747"),
    tvdb: ExternalId("TheTVDB"),
    wikidata: ExternalId("Wikidata", "Q1079"),
    facebook: ExternalId("Facebook"),
    instagram: ExternalId("Instagram"),
    twitter: ExternalId("X, formerly Twitter"),
  },
  { $id: "SeriesExternalIds", description: "Ids of a series in other databases" },
);
export type SeriesExternalIds = Static<typeof SeriesExternalIds>;

/** The external ids of the title in `titles`; `column` stores them by source. Every key of the model is there. */
const externalIds = (column: SQLWrapper, model: { properties: object }): SQL => {
  const sources = Object.keys(model.properties).filter((source) => source !== "tmdb");
  const others = sources.map((source) => [source, sql`${column} ->> ${sql.raw(`'${source}'`)}`]);
  return jsonRow({ tmdb: titles.external_id, ...Object.fromEntries(others) });
};

export const movieExternalIds = (column: SQLWrapper) =>
  externalIds(column, MovieExternalIds) as SQL<MovieExternalIds>;

export const seriesExternalIds = (column: SQLWrapper) =>
  externalIds(column, SeriesExternalIds) as SQL<SeriesExternalIds>;
