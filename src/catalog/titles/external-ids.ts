import { type Static, Type } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { titles } from "~/db/schema";
import { Nullable, WholeNumber } from "~/http/request/fields";

const tmdb = WholeNumber({ description: "The provider's own id" });
const other = Nullable(Type.String());

/** What a movie is called elsewhere; every source is there, null when it has no id (M27). */
export const MovieExternalIds = Type.Object({
  tmdb,
  imdb: other,
  wikidata: other,
  facebook: other,
  instagram: other,
  twitter: other,
});
export type MovieExternalIds = Static<typeof MovieExternalIds>;

/** What a series is called elsewhere (M29). */
export const SeriesExternalIds = Type.Object({
  tmdb,
  imdb: other,
  tvdb: other,
  wikidata: other,
  facebook: other,
  instagram: other,
  twitter: other,
});
export type SeriesExternalIds = Static<typeof SeriesExternalIds>;

/** The external ids of the title in `titles`, stored by source in `column`, with every key of the model. */
const externalIds = (column: SQLWrapper, model: { properties: object }): SQL => {
  const sources = Object.keys(model.properties).filter((source) => source !== "tmdb");
  const pairs = sources.map((source) =>
    sql.raw(`'${source}', `).append(sql`${column} ->> ${sql.raw(`'${source}'`)}`),
  );
  return sql`json_build_object('tmdb', ${titles.external_id}, ${sql.join(pairs, sql`, `)})`;
};

export const movieExternalIds = (column: SQLWrapper) =>
  externalIds(column, MovieExternalIds) as SQL<MovieExternalIds>;

export const seriesExternalIds = (column: SQLWrapper) =>
  externalIds(column, SeriesExternalIds) as SQL<SeriesExternalIds>;
