import { describe, expect, test } from "bun:test";
import { bounds } from "~/bounds";
import { openBody } from "~/provider/reading/fields";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { readSeries } from "~/provider/series";
import { fullSeason } from "./season-body";
import { fullSeries } from "./series-body";

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const person = (index: number) => ({ id: index + 1, name: `Person ${index}` });

describe("S16: bounds of one body", () => {
  test("S16: roles count under all people together, and reading ends where they do", () => {
    const roles = (owner: number) => many(100, (index) => ({ credit_id: `${owner}-${index}` }));
    const cast = many(200, (index) => ({ ...person(index), roles: roles(index) }));
    const warnings = new Warnings();
    const body = { ...fullSeries(), aggregate_credits: { cast, crew: [] } };
    const { credits } = readSeries(body, 1399, warnings);
    expect(credits?.cast).toHaveLength(bounds.cast);
    expect(warnings.list()).toEqual([
      `aggregate_credits.cast: has more than ${bounds.cast} items; the rest was left out`,
    ]);
    expect(warnings.incomplete_parts.size).toBe(0);
  });

  test("S16: offers count in all countries together", () => {
    const offer = (index: number) => ({ provider_id: index + 1, provider_name: "Streamly" });
    const results = Object.fromEntries(
      ["AA", "BB", "CC"].map((country) => [country, { flatrate: many(2_000, offer) }]),
    );
    const warnings = new Warnings();
    const { offerings } = readSeries(
      { ...fullSeries(), "watch/providers": { results } },
      1399,
      warnings,
    );
    const offers = offerings?.flatMap((country) => country.offers) ?? [];
    expect(offers.length).toBeWithin(bounds.offers - bounds.countries, bounds.offers + 1);
    expect(warnings.count).toBe(2);
  });

  test("S16: guests and crew count for each episode and for the season", () => {
    const guest_stars = many(600, (index) => ({ ...person(index), credit_id: `g${index}` }));
    const crew = many(600, (index) => ({ ...person(index), credit_id: `c${index}` }));
    const episodes = many(100, (index) => ({ episode_number: index, guest_stars, crew }));
    const asked = { series_external_id: 1399, season_number: 1 };
    const season = readSeason({ ...fullSeason(), episodes }, asked, new Warnings());
    const counts = season.episodes?.map((episode) => [
      episode.guest_stars?.length,
      episode.crew?.length,
    ]);
    expect(counts?.[0]).toEqual([bounds.episode_credits, bounds.episode_credits]);
    expect(counts?.flat().reduce((sum = 0, count = 0) => sum + count)).toBe(bounds.season_credits);
    expect(counts).toHaveLength(100);
  });

  test("S16: texts of all lists count together; the values of the body itself are read all the same", () => {
    const warnings = new Warnings();
    const texts = many(300, () => ({ text: "x".repeat(10_000) }));
    const body = openBody({ a: texts, b: texts, title: "T" }, warnings);
    const read = (key: string) => body.list(key, (item) => item.text("text"));
    expect([read("a")?.length, read("b")?.length]).toEqual([200, 0]);
    expect(body.name("title")).toBe("T");
    expect(warnings.list()).toEqual(
      ["a", "b"].map(
        (key) =>
          `${key}: the body has more than ${bounds.characters} characters; the rest of the list was left out`,
      ),
    );
  });
});
