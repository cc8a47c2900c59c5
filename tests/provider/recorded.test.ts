import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readCollection } from "~/provider/collection";
import { readMovie } from "~/provider/movie";
import { readPerson } from "~/provider/person";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { readSeries } from "~/provider/series";
import { readTrending } from "~/provider/trending";
import { recorded } from "../support/recorded";

type Json = Record<string, unknown>;

const text = (value: unknown): string => String(value).trim();
const items = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Json => Object(value);

/** Everything of a body that the readers must return, read here field by field. */
const kinds: Record<string, (body: Json, warnings: Warnings) => void> = {
  movie_details: (body, warnings) => {
    const movie = readMovie(body, Number(body.id), warnings);
    expect(movie.title).toBe(text(body.title));
    expect(movie.genres).toHaveLength(items(body.genres).length);
    const credits = record(body.credits);
    expect(movie.credits?.cast ?? []).toHaveLength(items(credits.cast).length);
    expect(movie.credits?.crew ?? []).toHaveLength(items(credits.crew).length);
    expect(movie.images?.posters ?? []).toHaveLength(items(record(body.images).posters).length);
    expect(movie.videos ?? []).toHaveLength(items(record(body.videos).results).length);
    const dates = items(record(body.release_dates).results).flatMap((row) =>
      items(row.release_dates),
    );
    expect(movie.release_dates ?? []).toHaveLength(dates.length);
    const countries = Object.keys(record(record(body["watch/providers"]).results));
    expect(movie.offerings?.map(({ country }) => country) ?? []).toEqual(countries);
  },
  tv_details: (body, warnings) => {
    const series = readSeries(body, Number(body.id), warnings);
    expect(series.title).toBe(text(body.name));
    expect(series.seasons ?? []).toHaveLength(items(body.seasons).length);
    expect(series.creators ?? []).toHaveLength(items(body.created_by).length);
    const cast = items(record(body.aggregate_credits).cast).flatMap((row) => items(row.roles));
    if (cast.length > 0) expect(series.credits?.cast).toHaveLength(cast.length);
  },
  tv_season: (body, warnings) => {
    const season_number = Number(body.season_number);
    const season = readSeason(body, { series_external_id: 1, season_number }, warnings);
    expect([season.external_id, season.title]).toEqual([Number(body.id), text(body.name)]);
    expect(season.episodes ?? []).toHaveLength(items(body.episodes).length);
  },
  collection_details: (body, warnings) => {
    const collection = readCollection(body, Number(body.id), warnings);
    expect(collection.name).toBe(text(body.name));
    expect(collection.parts).toHaveLength(items(body.parts).length);
  },
  person_details: (body, warnings) => {
    const person = readPerson(body, Number(body.id), warnings);
    expect(person.name).toBe(text(body.name));
    expect(person.also_known_as).toHaveLength(items(body.also_known_as).length);
  },
  trending: (body, warnings) => {
    const series = "first_air_date" in (items(body.results)[0] ?? {});
    const kept = [undefined, series ? "tv" : "movie"];
    const wanted = items(body.results).filter(({ media_type }) =>
      kept.includes(media_type as string),
    );
    const entries = readTrending(body, series ? "series" : "movie", warnings);
    expect(entries.map(({ external_id }) => external_id)).toEqual(
      wanted.map(({ id }) => Number(id)),
    );
  },
};

const bulk = join(import.meta.dir, "../../../shared/provider/bulk");

const withoutBulk = !existsSync(bulk);
if (withoutBulk) console.log("../shared/provider/bulk is not there: its seasons are not read.");

describe.skipIf(withoutBulk)("the provider's seasons in bulk", () => {
  test("S16: no bound cuts a real season, its episodes or their credits", () => {
    const cut: string[] = [];
    let read = 0;
    for (const file of ["tv_seasons_1", "tv_seasons_2"]) {
      const packed = readFileSync(join(bulk, `${file}.ndjson.gz`));
      for (const line of gunzipSync(packed).toString().trim().split("\n")) {
        const body: Json = JSON.parse(line);
        const asked = {
          series_external_id: Number(body.series_id),
          season_number: Number(body.season_number),
        };
        const warnings = new Warnings();
        readSeason(body, asked, warnings);
        cut.push(...warnings.list().filter((warning) => /the rest|was cut/.test(warning)));
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(3_000);
    expect(cut).toEqual([]);
  }, 60_000);
});

describe.skipIf(recorded === undefined)("the provider's recorded bodies", () => {
  test.each(Object.entries(kinds))("PROVIDER 3-7: every recorded %s reads whole", (kind, check) => {
    const said: string[] = [];
    const bodies = recorded?.bodies(kind).filter(({ status }) => status === 200) ?? [];

    for (const recording of bodies) {
      const warnings = new Warnings();
      check(recording.body(), warnings);
      said.push(...warnings.list().map((warning) => `${recording.file}: ${warning}`));
    }

    console.info(`${kind}: ${bodies.length} bodies read, ${said.length} warnings`);
    for (const line of said.slice(0, 5)) console.info(`  ${line}`);
    expect(bodies.length).toBeGreaterThan(0);
  });
});
