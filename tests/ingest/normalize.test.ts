import { describe, expect, test } from "bun:test";
import { normalizeCollection } from "~/ingest/collections/ingest";
import { normalizeMovie } from "~/ingest/movies/ingest";
import { normalizeGender } from "~/ingest/normalize";
import { normalizePerson } from "~/ingest/people/ingest";
import { normalizeSeason } from "~/ingest/seasons/ingest";
import { normalizeSeries } from "~/ingest/series/ingest";
import { normalizeGenres } from "~/ingest/titles/genres";
import { normalizeCreators, normalizeLabel } from "~/ingest/titles/normalize";
import { readCollection } from "~/provider/collection";
import { readMovie } from "~/provider/movie";
import { readPerson } from "~/provider/person";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { readSeries } from "~/provider/series";
import { type GenreName, genres, movieStatuses, seriesStatuses } from "~/vocabulary";
import { collectionBody, personBody } from "../support/bodies/entities";
import { bareMovieBody, movieBody, movieItem } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { castRow, crewRow } from "../support/bodies/parts";
import { bareSeriesBody, episodeBody, seasonBody, seriesBody } from "../support/bodies/series";

const nameOf = new Map<string, GenreName>(genres.map(({ id, name }) => [id, name]));
const movieOf = (overrides: Json, warnings = new Warnings()) =>
  normalizeMovie(readMovie(movieBody({ id: 1, ...overrides }), 1, warnings), warnings);
const seriesOf = (overrides: Json, warnings = new Warnings()) =>
  normalizeSeries(readSeries(seriesBody({ id: 1, ...overrides }), 1, warnings), warnings);

describe("genres (M31)", () => {
  test.each<[number[], GenreName[]]>([
    [[28], ["Action"]],
    [[10759], ["Action", "Adventure"]],
    [[10765], ["Science Fiction", "Fantasy"]],
    [[10768], ["War"]],
    [[10762], ["Family"]],
    [[10763], ["Documentary"]],
    [[10764], ["Reality"]],
    [[10766], ["Drama"]],
    [[10767], []],
    [[10770], ["TV Movie"]],
    [
      [10765, 878, 14, 28],
      ["Science Fiction", "Fantasy", "Action"],
    ],
  ])("the provider's %p are ours %p", (external_ids, expected) => {
    const warnings = new Warnings();
    const labels = external_ids.map((external_id) => ({ external_id, name: "whatever" }));
    const ids = normalizeGenres(labels, warnings) ?? [];
    expect(ids.map((id) => nameOf.get(id))).toEqual(expected);
    expect(warnings.list()).toEqual([]);
  });

  test("M31: an unknown genre costs a warning and stays among the provider's labels", () => {
    const warnings = new Warnings();
    const unknown = [
      { id: 99_999, name: "Mumblecore" },
      { id: 18, name: "Drama" },
    ];
    const { parts, movie } = movieOf({ genres: unknown }, warnings);
    expect(parts.genres?.map((id) => nameOf.get(id))).toEqual(["Drama"]);
    expect(warnings.list()).toEqual(["genres: the provider's genre 99999 is not one we know"]);
    expect(movie.provider_genres).toEqual([
      { external_id: 99_999, name: "Mumblecore" },
      { external_id: 18, name: "Drama" },
    ]);
    expect(normalizeGenres(null, warnings)).toBeNull();
  });
});

describe("labels (M73)", () => {
  test.each([
    [movieStatuses, "Post Production", "post_production"],
    [movieStatuses, "Released", "released"],
    [movieStatuses, "Rumored", "rumored"],
    [movieStatuses, "In Production", "in_production"],
    [movieStatuses, "Canceled", "canceled"],
    [seriesStatuses, "Returning Series", "returning_series"],
    [seriesStatuses, "Ended", "ended"],
    [seriesStatuses, "Pilot", "pilot"],
  ] as const)("of %p, %p is %p", (words, label, expected) => {
    const warnings = new Warnings();
    expect<string | null>(normalizeLabel<string>(words, label, "status", warnings)).toBe(expected);
    expect(warnings.count).toBe(0);
  });

  test("M73: a label nobody knows is null and a warning, an absent one just null", () => {
    const warnings = new Warnings();
    expect(normalizeLabel(movieStatuses, "Lost", "status", warnings)).toBeNull();
    expect(normalizeLabel(movieStatuses, null, "status", warnings)).toBeNull();
    expect(warnings.list()).toEqual(["status: the provider's label is not one we know"]);
  });

  test.each([
    [null, null],
    [0, null],
    [1, "female"],
    [2, "male"],
    [3, "non_binary"],
  ])("the provider's gender %p is %p", (code, expected) => {
    expect<string | null>(normalizeGender(code)).toBe(expected);
  });
});

test("M40: limited and wide dates of one region both stay, by date", () => {
  const row = (type: number, day: string) => ({
    type,
    release_date: `${day}T00:00:00.000Z`,
    certification: "",
    note: "",
  });
  const results = [
    {
      iso_3166_1: "US",
      release_dates: [
        row(3, "1999-03-31"),
        row(2, "1999-03-24"),
        row(1, "1999-03-20"),
        row(4, "2008-10-14"),
        row(5, "1999-09-21"),
        row(6, "2001-01-01"),
        row(7, "2001-01-01"),
      ],
    },
    { iso_3166_1: "DE", release_dates: [row(3, "1999-06-17")] },
    { iso_3166_1: "US", release_dates: [row(3, "1999-03-31")] },
  ];
  const dates = movieOf({ release_dates: { results } }).release_dates;
  expect(
    dates.map((date) => [date.region, date.position, date.release_type, date.is_limited]),
  ).toEqual([
    ["US", 0, "premiere", false],
    ["US", 1, "theatrical", true],
    ["US", 2, "theatrical", false],
    ["US", 3, "theatrical", false],
    ["DE", 0, "theatrical", false],
    ["US", 4, "physical", false],
    ["US", 5, "tv", false],
    ["US", 6, "digital", false],
  ]);
});

test("M36: parts rank by release date, undated last, else as they came, each once", () => {
  const part = (id: number, release_date: string | null) => movieItem({ id, release_date });
  const parts = [
    part(5, ""),
    part(11, "1977-05-25"),
    part(1893, "1999-05-19"),
    part(4, null),
    part(10, "1977-05-25"),
    part(11, "2000-01-01"),
    part(3, "1950-01-01"),
  ];
  const warnings = new Warnings();
  const raw = readCollection(collectionBody({ id: 10, parts }), 10, warnings);
  const { parts: ranked, collection } = normalizeCollection(raw, warnings);
  expect(ranked.map(({ external_id }) => external_id)).toEqual([3, 10, 1893, 11, 5, 4]);
  expect(ranked.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(collection.parts_total).toBe(6);
});

describe("credits (M30)", () => {
  test("cast is billed as the provider orders it, crew as it comes", () => {
    const cast = [castRow(7), { ...castRow(3), order: null }];
    const crew = [crewRow("Director", "Directing"), crewRow("Editor", "Editing", { id: 602 })];
    const { credits } = movieOf({ credits: { cast, crew } }).parts;
    expect(
      credits.map(({ credit_type, position, character, department, job, person }) => [
        credit_type,
        position,
        character ?? `${department}/${job}`,
        person.external_id,
      ]),
    ).toEqual([
      ["cast", 7, "Role 7", 508],
      ["cast", 1, "Role 3", 504],
      ["crew", 0, "Directing/Director", 601],
      ["crew", 1, "Editing/Editor", 602],
    ]);
  });

  test("M30: creators come from their own list, a crew job of that name makes none", () => {
    const creator = crewRow("Creator", "Creator", { id: 77 });
    const { credits } = seriesOf({ credits: { cast: [], crew: [creator] } }).parts;
    const creators = credits.filter(({ credit_type }) => credit_type === "creator");
    expect(creators.map(({ person }) => person.external_id)).toEqual([651]);
    expect(normalizeCreators(null)).toEqual([]);
  });
});

test("M35: a production company and a network of one id stay two", () => {
  const company = { id: 49, name: "HBO", logo_path: null, origin_country: "US" };
  const { companies } = seriesOf({ production_companies: [company], networks: [company] }).parts;
  expect(companies.map(({ company_type, external_id }) => [company_type, external_id])).toEqual([
    ["production_company", 49],
    ["network", 49],
  ]);
});

test("M18, M134: what the provider leaves empty is null, in a movie, a series and a person", () => {
  const warnings = new Warnings();
  const { movie } = normalizeMovie(readMovie(bareMovieBody({ id: 1 }), 1, warnings), warnings);
  const silent = { overview: null, tagline: null, homepage: null, poster_path: null };
  const lists = { origin_countries: null, spoken_languages: null, provider_genres: null };
  expect(movie).toMatchObject({ ...silent, ...lists, release_date: null, runtime: 0, budget: 0 });
  const bare = readSeries(bareSeriesBody({ id: 1 }), 1, warnings);
  expect(normalizeSeries(bare, warnings).series).toMatchObject({ ...silent, ...lists });
  const person = readPerson(personBody({ id: 1, also_known_as: [], gender: 0 }), 1, warnings);
  expect(normalizePerson(person, warnings).person).toMatchObject({
    also_known_as: null,
    gender: null,
  });
  expect(warnings.list()).toEqual([]);
});

test("M27: countries of production stand in for those of origin", () => {
  const { movie, parts } = movieOf({ origin_country: [] });
  expect(movie.origin_countries).toEqual(["US"]);
  expect(parts.fill).toEqual(["origin_countries"]);
});

test("M33: a season keeps episodes, guests and crew under the number asked for", () => {
  const warnings = new Warnings();
  const asked = { series_external_id: 1, season_number: 0 };
  const body = seasonBody(1, 0, { episodes: [episodeBody(1, 0, 3, { crew: [] })] });
  const { season, episodes } = normalizeSeason(readSeason(body, asked, warnings), warnings);
  expect(season).toMatchObject({ season_number: 0, title: "Specials", episode_count: 1 });
  expect(episodes.map(({ episode }) => episode.episode_number)).toEqual([3]);
  expect(episodes[0]?.credits.map(({ credit_type }) => credit_type)).toEqual(["guest_star"]);
  expect(warnings.list()).toEqual([]);
});
