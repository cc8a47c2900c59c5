import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { JobKind } from "~/vocabulary";
import { changesOf } from "../changes/feed";
import { collectionBody, personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import type { Json } from "../support/bodies/overrides";
import { translationRow, translationsPart } from "../support/bodies/parts";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { recorded } from "../support/recorded";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await ingestion();
});
afterAll(() => pipeline[Symbol.asyncDispose]());

const paths: Partial<Record<JobKind, (id: string) => string>> = {
  movie: (id) => `/movie/${id}`,
  series: (id) => `/tv/${id}`,
  season: (id) => `/tv/${id.replace(":", "/season/")}`,
  person: (id) => `/person/${id}`,
  collection: (id) => `/collection/${id}`,
};
const rooms: Partial<Record<JobKind, string>> = {
  movie: "movies",
  series: "series",
  season: "seasons",
  person: "people",
  collection: "collections",
};

/** Ingests this body; what is then answered below /translations. */
async function ingested(kind: JobKind, id: string, body: Json): Promise<Json[]> {
  pipeline.provider.serve(paths[kind]?.(id) ?? "", body);
  const { result } = await pipeline.ingest(kind, id);
  return (await pipeline.get(`/${rooms[kind]}/${result.entity_id}/translations`)).results;
}
const ofMovie = (translations: unknown) =>
  ingested("movie", "1", { ...movieBody({ id: 1 }), translations });
const languages = (results: Json[]) => results.map(({ language }) => language);
const texts = { title: null, overview: null, tagline: null, homepage: null, runtime: null };

describe("translations of the provider", () => {
  test("N38: are one more appended part of each kind, stored and answered without empty ones", async () => {
    expect(await ingested("movie", "1", movieBody({ id: 1 }))).toEqual([
      { language: "fr-CA", ...texts, title: "Le Phare de papier", runtime: 102 },
      {
        language: "fr-FR",
        ...texts,
        overview: "Un gardien écrit des lettres auxquelles la mer répond.",
        tagline: "Il y a des lumières pliées.",
        homepage: "https://phare.example/",
      },
    ]);
    expect(await ingested("series", "7", seriesBody({ id: 7 }))).toEqual([
      { language: "de-DE", ...texts, title: "Die Hafengasse", tagline: "Wände haben Nachbarn." },
      { language: "pt-BR", ...texts, title: "Rua do Porto", overview: "Vizinhos e segredos." },
    ]);
    expect(await ingested("season", "7:1", seasonBody(7, 1))).toEqual([
      { language: "de-DE", title: "Staffel 1", overview: null },
      { language: "fr-FR", title: null, overview: "Ce qui arrive dans la saison 1." },
    ]);
    expect(await ingested("person", "501", personBody())).toEqual([
      { language: "de-DE", biography: "Begann auf einer kleinen Bühne und blieb neugierig." },
    ]);
    expect(await ingested("collection", "701", collectionBody())).toEqual([
      {
        language: "fr-FR",
        name: "La Saga du phare",
        overview: "Deux films, une lampe.",
        homepage: null,
      },
    ]);
  });

  test("N46 M134: one that is gone from a whole list is removed; no list, null and an empty one remove nothing", async () => {
    const both = { fr: { title: "Un" }, "de-DE": { title: "Eins" } };
    expect(languages(await ofMovie(translationsPart(both)))).toEqual(["de-DE", "fr"]);
    for (const absent of [undefined, null, {}, { translations: null }, { translations: [] }]) {
      expect(languages(await ofMovie(absent))).toEqual(["de-DE", "fr"]);
    }
    expect(languages(await ofMovie(translationsPart({ fr: { title: "Un" } })))).toEqual(["fr"]);
  });

  test("N46 M127: a list with unreadable rows removes nothing, and an emptied text stays", async () => {
    const full = { title: "Un", overview: "Texte." };
    await ofMovie(translationsPart({ fr: full, "de-DE": { title: "Eins" } }));
    const broken = { translations: [translationRow("fr", full), "row"] };
    expect(languages(await ofMovie(broken))).toEqual(["de-DE", "fr"]);
    const emptied = translationsPart({
      fr: { title: "Une", overview: "" },
      "de-DE": { title: "" },
    });
    expect(await ofMovie(emptied)).toEqual([
      { language: "de-DE", ...texts, title: "Eins" },
      { language: "fr", ...texts, title: "Une", overview: "Texte." },
    ]);
  });

  test("N38: of rows for one language the first that says something counts", async () => {
    const rows = ["", "Un", "Deux"].map((title) => translationRow("fr-FR", { title }));
    expect(await ofMovie({ translations: rows })).toEqual([
      { language: "fr-FR", ...texts, title: "Un" },
    ]);
  });

  test("N38 N62: another translation is a change of `translations`, the same ones in another order are none", async () => {
    const serve = async (part: Json) => {
      pipeline.provider.serve("/movie/1", movieBody({ id: 1, translations: part }));
      return changesOf(pipeline.db, () => pipeline.ingest("movie", 1));
    };
    const [one, two] = [
      translationRow("fr", { title: "Un" }),
      translationRow("de", { title: "Eins" }),
    ];
    await serve({ translations: [one, two] });
    expect(await serve({ translations: [two, one] })).toEqual([]);
    expect(await serve({ translations: [two, translationRow("fr", { title: "Une" })] })).toEqual([
      "movie translations",
    ]);
    expect(await serve({ translations: [two] })).toEqual(["movie translations"]);
  });
});

const code = fc.constantFrom("fr", "FR", "de", "xx", "e", "", null, 3, "pt-BR", undefined);
const country = fc.constantFrom("CA", "ca", "", null, "USA", 5, undefined, "FR");
const text = fc.constantFrom("Un", "Deux", "", " ", null, 4, [], "\0", undefined);
const row = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      iso_639_1: code,
      iso_3166_1: country,
      data: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            title: text,
            overview: text,
            tagline: text,
            runtime: fc.constantFrom(0, 90, -1, "x", null),
          }),
        },
        { weight: 1, arbitrary: fc.constantFrom(null, undefined, [], "x") },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, "x", 3, []) },
);

test("N38 P20: whatever rows a payload has, ingesting it twice is as once, and no row is without a text", async () => {
  let id = 1_000;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      id += 1;
      const body = movieBody({ id, translations: { translations: rows as Json[] } });
      const once = await ingested("movie", String(id), body);
      await pipeline.forget();
      expect(await ingested("movie", String(id), body)).toEqual(once);
      for (const { language, ...values } of once) {
        expect(String(language)).toMatch(/^[a-z]{2}(-[A-Z]{2})?$/);
        expect(Object.values(values).some((value) => value !== null && value !== "")).toBe(true);
      }
      expect(new Set(languages(once)).size).toBe(once.length);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40), seed: Number(process.env.FUZZ_SEED ?? 12) },
  );
});

const recordedKinds = {
  series: "tv_details",
  season: "tv_season",
  person: "person_details",
} as const;

describe.skipIf(recorded === undefined)("recorded payloads", () => {
  test("N38: what is stored is what they say in other languages, without what they leave empty", async () => {
    const told = (["series", "season", "person"] as const).flatMap(translated);
    for (const { kind, id, body, said } of told) {
      const [series] = kind === "season" ? id.split(":").map(Number) : [];
      if (series !== undefined)
        await ingested("series", String(series), seriesBody({ id: series }));
      const results = await ingested(kind, id, body);
      expect(results.map(onlyTexts)).toEqual(said.toSorted(byLanguage));
    }
    const rows = told.reduce((sum, { said }) => sum + said.length, 0);
    expect(rows).toBeGreaterThan(30);
  });
});

/** The recorded bodies of a kind that have translations, and what those say. */
const translated = (kind: keyof typeof recordedKinds) =>
  (recorded?.bodies(recordedKinds[kind]) ?? []).flatMap(({ path, body: read }) => {
    const body = read() as { translations?: { translations: Said[] } };
    const id = path.replace(/^\/(tv|person)\//, "").replace("/season/", ":");
    const said = body.translations?.translations.flatMap(sayingSomething);
    return said === undefined ? [] : [{ kind, id, body: body as Json, said }];
  });

type Said = { iso_639_1: string; iso_3166_1: string; data: Record<string, unknown> };
const renamed: Record<string, string> = { name: "title" };

/** A row of a payload as answers show it, without what is empty there. */
function sayingSomething({ iso_639_1, iso_3166_1, data }: Said): Json[] {
  const said = Object.entries(data).filter(([, value]) => value !== "" && value !== 0);
  if (said.length === 0) return [];
  const entries = said.map(([key, value]) => [renamed[key] ?? key, String(value).trim()]);
  return [{ language: `${iso_639_1}-${iso_3166_1}`, ...Object.fromEntries(entries) }];
}
const onlyTexts = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
const byLanguage = (a: Json, b: Json) => (String(a.language) < String(b.language) ? -1 : 1);
