import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { genres, type MovieStatus, type SeriesStatus, type TitleKind } from "~/vocabulary";
import { moment, stamps, uuid } from "../ids";
import { keywordNames, keywordUuid, type Title } from "./oracle";

const shared = ({ n, title, popularity, vote_average, vote_count, adult, removed }: Title) => ({
  id: uuid(n),
  title,
  popularity,
  vote_average,
  vote_count,
  adult,
  removed_at: removed ? moment : null,
  ...stamps,
});

/** The keywords of {@link keywordNames}. */
export const storeKeywords = async (db: Db): Promise<void> =>
  void (await db
    .insert(schema.keywords)
    .values(keywordNames.map((name, n) => ({ id: keywordUuid(n), external_id: n, name }))));

/** Stores titles with their genres and keywords. */
export async function storeTitles(db: Db, kind: TitleKind, titles: Title[]): Promise<void> {
  const identities = titles.map(({ n }) => ({ id: uuid(n), kind, external_id: n }));
  await db.insert(schema.titles).values(identities);
  if (kind === "movie") {
    const rows = titles.map((title) => ({
      ...shared(title),
      release_date: title.date,
      status: title.status as MovieStatus | null,
    }));
    await db.insert(schema.movies).values(rows);
  } else {
    const rows = titles.map((title) => ({
      ...shared(title),
      first_air_date: title.date,
      status: title.status as SeriesStatus | null,
    }));
    await db.insert(schema.series).values(rows);
  }
  const ofGenres = titles.flatMap((title) =>
    title.genres.map((place, position) => ({
      title_id: uuid(title.n),
      genre_id: genres[place]?.id ?? "",
      position,
    })),
  );
  if (ofGenres.length > 0) await db.insert(schema.title_genres).values(ofGenres);
  const ofKeywords = titles.flatMap((title) =>
    title.keywords.map((k) => ({ title_id: uuid(title.n), keyword_id: keywordUuid(k) })),
  );
  if (ofKeywords.length > 0) await db.insert(schema.title_keywords).values(ofKeywords);
}
