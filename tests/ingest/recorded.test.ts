import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Json } from "../support/bodies/overrides";
import { recorded } from "../support/recorded";
import * as raw from "./raw";
import { Recordings } from "./recordings";
import type { Pipeline } from "./support";

setDefaultTimeout(60_000);

const count = (list: unknown[]) => list.length;
const offered = (results: Record<string, Record<string, unknown>>) =>
  Object.values(results)
    .flatMap(({ link: _, ...kinds }) => Object.values(kinds))
    .reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);

const english = new Map(
  (recorded?.bodies("genre_list") ?? [])
    .filter(({ query }) => (query.language ?? "en").startsWith("en"))
    .flatMap((recording) => raw.rows(recording.body(), "genres"))
    .map(({ id, name }) => [id, String(name)]),
);

describe.skipIf(recorded === undefined)("recorded bodies through jobs and back", () => {
  let recordings: Recordings;
  let pipeline: Pipeline;

  beforeAll(async () => {
    recordings = await Recordings.ingest();
    pipeline = recordings.pipeline;
  }, 60_000);

  afterAll(async () => {
    console.info(`recorded bodies ingested and read back: ${recordings.told.join(", ")}`);
    await pipeline[Symbol.asyncDispose]();
  });

  test("every movie is the recorded one", async () => {
    for (const { path, external_id, entity_id, body: said } of recordings.of("movie")) {
      const at = `/movies/${entity_id}`;
      const [movie, credits, images, videos] = await Promise.all(
        ["", "/credits", "/images", "/videos"].map((part) => pipeline.get(at + part)),
      );
      expect({
        path,
        title: movie.title,
        release_date: movie.release_date,
        runtime: movie.runtime,
        revenue: movie.revenue,
        overview: movie.overview,
        tmdb: movie.external_ids.tmdb,
        cast: count(credits.cast),
        crew: count(credits.crew),
        genres: movie.genres.map(({ name }: Json) => name).sort(),
        keywords: count(movie.keywords),
        alternate_titles: count(movie.alternate_titles),
        companies: count(movie.companies),
        release_dates: count(movie.release_dates),
        offers: offered(movie.watch_providers.results),
        posters: count(images.posters),
        backdrops: count(images.backdrops),
        logos: count(images.logos),
        videos: count(videos.results),
      }).toEqual({
        path,
        title: raw.text(said.title),
        release_date: raw.day(said.release_date),
        runtime: said.runtime ?? null,
        revenue: said.revenue ?? null,
        overview: raw.text(said.overview),
        tmdb: Number(external_id),
        cast: raw.credits(raw.rows(said, "credits", "cast")),
        crew: raw.credits(raw.rows(said, "credits", "crew")),
        genres: raw.genreNames(said, english),
        keywords: raw.keywords(said),
        alternate_titles: raw.alternateTitles(said),
        companies: raw.companies(said, "production_companies"),
        release_dates: raw.releaseDates(said),
        offers: raw.offers(said),
        posters: raw.images(said, "posters", said.poster_path),
        backdrops: raw.images(said, "backdrops", said.backdrop_path),
        logos: raw.images(said, "logos"),
        videos: raw.videos(said),
      } as never);
    }
  }, 30_000);

  test("every series is the recorded one", async () => {
    for (const { path, entity_id, body: said } of recordings.of("series")) {
      const at = `/series/${entity_id}`;
      const [series, images, videos] = await Promise.all(
        ["", "/images", "/videos"].map((part) => pipeline.get(at + part)),
      );
      const cast = raw.nested(raw.rows(said, "aggregate_credits", "cast"), "roles");
      const crew = raw.nested(raw.rows(said, "aggregate_credits", "crew"), "jobs");
      const listed = raw.rows(said, "seasons").map(({ season_number }) => season_number);
      expect({
        path,
        title: series.title,
        first_air_date: series.first_air_date,
        episodes: series.number_of_episodes,
        cast: count(series.credits.cast),
        crew: count(series.credits.crew),
        creators: count(series.credits.creators),
        genres: series.genres.map(({ name }: Json) => name).sort(),
        keywords: count(series.keywords),
        alternate_titles: count(series.alternate_titles),
        companies: count(series.companies),
        networks: count(series.networks),
        content_ratings: count(series.content_ratings),
        seasons: series.seasons
          .map(({ season_number }: Json) => season_number)
          .filter((number: unknown) => listed.includes(number)),
        offers: offered(series.watch_providers.results),
        posters: count(images.posters),
        backdrops: count(images.backdrops),
        logos: count(images.logos),
        videos: count(videos.results),
      }).toEqual({
        path,
        title: raw.text(said.name),
        first_air_date: raw.day(said.first_air_date),
        episodes: said.number_of_episodes ?? null,
        cast: cast || raw.credits(raw.rows(said, "credits", "cast")),
        crew: crew || raw.credits(raw.rows(said, "credits", "crew")),
        creators: raw.credits(raw.rows(said, "created_by")),
        genres: raw.genreNames(said, english),
        keywords: raw.keywords(said),
        alternate_titles: raw.alternateTitles(said),
        companies: raw.companies(said, "production_companies"),
        networks: raw.companies(said, "networks"),
        content_ratings: raw
          .rows(said, "content_ratings", "results")
          .filter((row) => raw.text(row.rating)).length,
        seasons: listed.sort((a, b) => Number(a) - Number(b)),
        offers: raw.offers(said),
        posters: raw.images(said, "posters", said.poster_path),
        backdrops: raw.images(said, "backdrops", said.backdrop_path),
        logos: raw.images(said, "logos"),
        videos: raw.videos(said),
      } as never);
    }
  }, 30_000);

  test("N18: every season is the recorded one, with its posters, its episodes, guests and crew", async () => {
    for (const { path, external_id, body: said } of recordings.of("season")) {
      const [id, number] = external_id.split(":");
      const episodes = raw.rows(said, "episodes");
      const at = `/series/${recordings.entity("series", id)}/seasons/${number}`;
      const season = await pipeline.get(at);
      const images = await pipeline.get(`/seasons/${season.id}/images`);
      const [first] = episodes;
      const detail = first && (await pipeline.get(`${at}/episodes/${first.episode_number}`));
      expect({
        path,
        title: season.title,
        air_date: season.air_date,
        // Without a list the posters stay that its series has named.
        posters: said.images ? count(images.posters) : null,
        episodes: season.episodes.map(({ episode_number, title, air_date }: Json) => [
          episode_number,
          title,
          air_date,
        ]),
        guests: detail?.guest_stars.length,
        crew: detail?.crew.length,
      }).toEqual({
        path,
        title: raw.text(said.name),
        air_date: raw.day(said.air_date),
        posters: said.images ? raw.images(said, "posters", said.poster_path) : null,
        episodes: episodes
          .map((row) => [row.episode_number, raw.text(row.name), raw.day(row.air_date)])
          .sort((a, b) => Number(a[0]) - Number(b[0])),
        guests: first && raw.credits(raw.rows(first, "guest_stars")),
        crew: first && raw.credits(raw.rows(first, "crew")),
      } as never);
    }
  }, 30_000);

  test("every person and collection is the recorded one, a collection in the order of dates", async () => {
    for (const { entity_id, body: said } of recordings.of("person")) {
      const person = await pipeline.get(`/people/${entity_id}`);
      const { profiles } = await pipeline.get(`/people/${entity_id}/images`);
      expect(profiles).toHaveLength(raw.images(said, "profiles", said.profile_path));
      expect({ ...person, also_known_as: count(person.also_known_as) }).toMatchObject({
        name: raw.text(said.name) ?? "",
        birthday: raw.day(said.birthday),
        deathday: raw.day(said.deathday),
        biography: raw.text(said.biography),
        place_of_birth: raw.text(said.place_of_birth),
        known_for_department: raw.text(said.known_for_department),
        also_known_as: Array.isArray(said.also_known_as) ? count(said.also_known_as) : 0,
      } as never);
    }
    for (const { entity_id, body: said } of recordings.of("collection")) {
      const parts = raw.rows(said, "parts").filter((row) => row.media_type !== "tv");
      const inCatalog = parts.filter((part) => recordings.entity("movie", part.id));
      const dated = (row: Json) => raw.day(row.release_date) ?? "9999";
      const collection = await pipeline.get(`/collections/${entity_id}`);
      const movies = collection.movies.map(({ release_date }: Json) => release_date);
      expect({ ...collection, movies }).toMatchObject({
        name: raw.text(said.name) ?? "",
        overview: raw.text(said.overview),
        parts_total: parts.length,
        movie_count: inCatalog.length,
        movies: inCatalog.map(dated).sort(),
      } as never);
    }
  });

  test.each([
    ["movie", "movie", "day"],
    ["movie", "movie", "week"],
    ["series", "tv", "day"],
    ["series", "tv", "week"],
  ])(
    "the ranking %s (%s) by %s is the recorded one, all its titles in the catalog",
    async (kind, word, window) => {
      const path = `/trending/${word}/${window}`;
      const ranking = raw.rows(recorded?.best("trending", path)?.body(), "results");
      for (const item of ranking) {
        const at = `/${word}/${item.id}`;
        if (pipeline.provider.calls(at) === 0) pipeline.provider.serve(at, item);
      }
      const { result } = await pipeline.ingest("trending", `${kind}:${window}`);
      expect(result.warnings).toEqual([]);
      const ranked = await pipeline.db.execute(sql`
      select rank, external_id from trending_entries entry join titles on titles.id = title_id
      where entry.kind = ${kind} and "window" = ${window} order by rank`);
      expect([...ranked]).toEqual(
        ranking.map(({ id }, index) => ({ rank: index + 1, external_id: Number(id) })),
      );
      recordings.told.push(`${ranking.length} of ${path}`);
    },
  );
});
