import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Json } from "../support/bodies/overrides";
import { episodeBody, seasonBody, seriesBody } from "../support/bodies/series";
import type { Call } from "../support/provider";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(30_000);

const path = "/tv/7/season/1";
let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await ingestion({ languages: ["fr-CA", "de"] });
  pipeline.provider.serve("/tv/7", seriesBody({ id: 7 }));
  await pipeline.ingest("series", 7);
});
beforeEach(() => {
  pipeline.provider.requests.length = 0;
});
afterAll(() => pipeline[Symbol.asyncDispose]());

const titled = (...names: [name: string | null, overview: string | null][]) =>
  seasonBody(7, 1, {
    episodes: names.map(([name, overview], at) => episodeBody(7, 1, at + 1, { name, overview })),
  });

/** Serves the season with these answers by language, ingests it, and returns what its episodes are called. */
async function ingested(answers: Record<string, Json>) {
  pipeline.provider.serve(
    path,
    ({ query }: Call) => answers[query.language ?? ""] ?? seasonBody(7, 1),
  );
  const job = await pipeline.ingest("season", "7:1");
  const { episodes } = await pipeline.get(`/seasons/${job.result.entity_id}`);
  const translations = [];
  for (const { id, title } of episodes) {
    const { results } = await pipeline.get(`/episodes/${id}/translations`);
    translations.push([title, ...results]);
  }
  return { translations, warnings: job.result.warnings, outcome: job.result.outcome };
}

describe("CATALOG_LANGUAGES", () => {
  test("N39: one more call for each language brings the titles and overviews of episodes; placeholders are no titles", async () => {
    const { translations } = await ingested({
      "fr-CA": titled(["Marée basse", "La lampe s’éteint."], ["Épisode 2", ""]),
      de: titled(["Ebbe", null], ["Folge 2", "Ein Brief kommt an."]),
    });
    expect(translations).toEqual([
      [
        "Chapter 1",
        { language: "de", title: "Ebbe", overview: null },
        { language: "fr-CA", title: "Marée basse", overview: "La lampe s’éteint." },
      ],
      ["Chapter 2", { language: "de", title: null, overview: "Ein Brief kommt an." }],
    ]);
    expect(pipeline.provider.requests.map(({ query }) => query)).toEqual([
      { append_to_response: expect.stringContaining("translations") },
      { language: "fr-CA" },
      { language: "de" },
    ]);
  });

  test("N39 N46: a text that is absent, and a language in which there is nothing, remove nothing", async () => {
    const { translations } = await ingested({ "fr-CA": titled(["", null], ["TBA", "Suite."]) });
    expect(translations[0]).toContainEqual({
      language: "fr-CA",
      title: "Marée basse",
      overview: "La lampe s’éteint.",
    });
    expect(translations[1]).toContainEqual({ language: "fr-CA", title: null, overview: "Suite." });
    expect(translations[1]).toContainEqual({
      language: "de",
      title: "Chapter 2",
      overview: "What happens in chapter 2.",
    });
  });

  test("N39 N56: equal answers in all languages are the stored payload, another one in one of them is not", async () => {
    const answers = { "fr-CA": titled(["Un", null], ["Deux", null]) };
    await ingested(answers);
    expect((await ingested(answers)).outcome).toBe("unchanged");
    const { outcome, translations } = await ingested({
      "fr-CA": titled(["Une", null], ["Deux", null]),
    });
    expect(outcome).toBe("updated");
    expect(translations[0]).toContainEqual({
      language: "fr-CA",
      title: "Une",
      overview: "La lampe s’éteint.",
    });
  });

  test("N39: a failed call in a language is retried with the job, and an unreadable list costs its own texts alone", async () => {
    pipeline.provider.misbehave(path, 503, { times: 1 });
    const { status } = await pipeline.run("season", "7:1");
    expect(status).toBe("queued");
    pipeline.provider.heal();
    await pipeline.db.execute("update jobs set next_attempt_at = now() where status = 'queued'");
    const { warnings, translations } = await ingested({
      "fr-CA": { id: 1, episodes: ["x", { episode_number: 2, name: "Deux encore" }] },
      de: { id: 1, episodes: null },
    });
    expect(warnings).toEqual([expect.stringContaining("in_other_languages")]);
    expect(translations[1]).toContainEqual({
      language: "fr-CA",
      title: "Deux encore",
      overview: "Suite.",
    });
  });
});
