import { describe, expect, test } from "bun:test";
import { ProviderError } from "~/provider/http/errors";
import { readMovie } from "~/provider/movie";
import { Warnings } from "~/provider/reading/warnings";
import { person } from "./expected";
import { fullMovie } from "./movie-body";

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read();
  } catch (error) {
    if (error instanceof ProviderError) return error.code;
    throw error;
  }
  return undefined;
};

describe("readMovie", () => {
  test('M18, M40: reads every part in our words; "" is null, zeros and empty lists stay', () => {
    const warnings = new Warnings();

    const movie = readMovie({ ...fullMovie(), budget: 0, spoken_languages: [] }, 603, warnings);

    expect(warnings.list()).toEqual([]);
    expect(movie).toMatchObject({
      external_id: 603,
      title: "Harbor Light",
      budget: 0,
      revenue: 3_000_000_000,
      spoken_languages: [],
      genres: [{ external_id: 18, name: "Drama" }],
      keywords: [{ external_id: 99, name: "lighthouse" }],
      collection: {
        external_id: 420,
        name: "Harbor Collection",
        poster_path: "/cp.jpg",
        backdrop_path: "/cb.jpg",
      },
      companies: [{ external_id: 711, name: "Pier Films", country: "US", logo_path: "/c711.png" }],
      alternate_titles: [{ title: "Hafenlicht", country_code: "DE", type: null }],
      external_ids: { imdb: "tt1234567", wikidata: "Q42", twitter: "harbor" },
      recommendations: [604, 605],
      release_dates: [
        {
          region: "US",
          type: 3,
          release_date: "2024-05-17",
          certification: "R",
          note: null,
          language: null,
        },
        {
          region: "US",
          type: 3,
          release_date: "2026-05-17",
          certification: null,
          note: "re-release",
          language: "en",
        },
      ],
      credits: {
        cast: [
          {
            credit_id: "c1",
            person: person(1, "Mara Voss"),
            character: "Keeper",
            order: 0,
            episode_count: null,
          },
          {
            credit_id: "c2",
            person: person(2, "Ian Roe"),
            character: null,
            order: 1,
            episode_count: null,
          },
        ],
        crew: [
          {
            credit_id: "c3",
            person: person(3, "Ada Lind"),
            department: "Directing",
            job: "Director",
            episode_count: null,
          },
        ],
      },
      offerings: [
        {
          country: "DE",
          link: "https://provider.example/watch?locale=DE",
          offers: [
            {
              monetization: "flatrate",
              external_id: 8,
              name: "Streamly",
              logo_path: "/w8.png",
              display_priority: 0,
            },
          ],
        },
        {
          country: "XK",
          link: "https://provider.example/watch?locale=XK",
          offers: [
            {
              monetization: "rent",
              external_id: 2,
              name: "Rental",
              logo_path: "/w2.png",
              display_priority: 0,
            },
            {
              monetization: "buy",
              external_id: 2,
              name: "Rental",
              logo_path: "/w2.png",
              display_priority: 0,
            },
          ],
        },
      ],
    });
  });

  test("a part that the body does not have is null, not an empty list", () => {
    const movie = readMovie({ id: 1, title: "Bare" }, 1, new Warnings());

    const { external_id, title, ...rest } = movie;
    expect([external_id, title]).toEqual([1, "Bare"]);
    expect(Object.values(rest)).toEqual(Object.values(rest).map(() => null));
  });

  test("F22: an answer about another id keeps the id asked for and warns", () => {
    const warnings = new Warnings();

    expect(readMovie({ ...fullMovie(), id: 99 }, 603, warnings).external_id).toBe(603);
    expect(warnings.list()).toEqual(["id: the answer is about 99, not 603"]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["{}", {}],
    ["an error object", { success: false, status_code: 34, status_message: "gone" }],
    ["no title", { id: 603 }],
    ["a blank title", { id: 603, title: " " }],
    ["an id as text", { id: "603", title: "Harbor Light" }],
  ])("F20: %s is provider_payload_invalid", (_, body) => {
    expect(codeOf(() => readMovie(body, 603, new Warnings()))).toBe("provider_payload_invalid");
  });
});
