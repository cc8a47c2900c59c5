import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import {
  fitsKind,
  ReferenceList,
  readExternalReference,
  readReference,
  readReferences,
} from "~/http/request/reference";
import { referenceKinds } from "~/vocabulary";

const hex = "0198c7d2f3a97c3e8f5b2d1a4c6e7f80";
const uuid = "0198c7d2-f3a9-7c3e-8f5b-2d1a4c6e7f80";

describe("a reference to an id of another database", () => {
  test.each([
    ["tmdb:603", "603"],
    ["tmdb:2147483647", "2147483647"],
    ["tmdb_network:213", "213"],
    ["imdb:tt0133093", "tt0133093"],
    ["imdb:nm0000246", "nm0000246"],
    ["imdb:tt1234567890", "tt1234567890"],
    ["tvdb:121361", "121361"],
    ["wikidata:Q83495", "Q83495"],
    ["facebook:TheMatrix.Movie", "thematrix.movie"],
    ["youtube:-_.A", "-_.a"],
  ])("N1: %s names %s", (text, value) => {
    const source = text.slice(0, text.indexOf(":"));
    expect<unknown>(readExternalReference(text)).toEqual({ source, value });
  });

  test.each([
    ..."imdb: imdb:tt12 imdb:TT0133093 imdb:tt12345678901 IMDB:tt0133093 imdb:xx0133093".split(" "),
    ..."tmdb:0 tmdb:0603 tmdb:2147483648 tmdb:-1 tmdb:6.3 tmdb:1e3 tmdb:603:1 tmdb:٣ tmdb:+1".split(
      " ",
    ),
    ..."tvdb:-1 wikidata:Q0 wikidata:q1 wikidata:Q1234567890123 facebook: facebook:a/b".split(" "),
    ..."x:1 :1 : tmdb __proto__:1 toString:1".split(" "),
    "",
    "tmdb:603\0",
    "tmdb: 603",
    "tmdb:603\n",
    `twitter:${"a".repeat(101)}`,
  ])("N1: %j is none", (text) => {
    expect(readExternalReference(text)).toBeUndefined();
  });

  test("N1: each source has ids of its kinds alone", () => {
    const kindsOf = (text: string) => {
      const reference = readExternalReference(text);
      return referenceKinds.filter((kind) => reference !== undefined && fitsKind(reference, kind));
    };
    expect(kindsOf("tmdb:1")).toEqual([...referenceKinds]);
    expect(kindsOf("tmdb_network:1")).toEqual(["company"]);
    expect(kindsOf("imdb:tt0133093")).toEqual(["movie", "series"]);
    expect(kindsOf("imdb:nm0133093")).toEqual(["person"]);
    expect(kindsOf("tvdb:1")).toEqual(["series"]);
    expect(kindsOf("tiktok:a")).toEqual(["movie", "series", "person"]);
  });
});

describe("a reference to a record", () => {
  test("N6: is a public id, an id of a kind, or one that stands alone", () => {
    for (const kind of referenceKinds) {
      expect(readReference(`${kind}_${hex}`)).toEqual({ kind, id: uuid });
      expect(readReference(`${kind}/tmdb:603`)).toEqual({ kind, source: "tmdb", value: "603" });
    }
    expect(readReference("imdb:tt0133093")).toEqual({
      kind: null,
      source: "imdb",
      value: "tt0133093",
    });
    expect(readReference("wikidata:Q1")).toMatchObject({ kind: null });
    expect(readReference("series/twitter:GoT")).toMatchObject({ kind: "series", value: "got" });
  });

  test.each([
    ..."tmdb:603 tvdb:1 twitter:a movie/ movie/603 movie/tmdb:0 Movie/tmdb:603 movies/tmdb:603".split(
      " ",
    ),
    ..."/imdb:tt0133093 movie//tmdb:603 movie/imdb:nm0000246 person/imdb:tt0133093".split(" "),
    ..."movie/tvdb:1 company/imdb:tt0133093 movie/tmdb_network:1 movie/series/tmdb:1".split(" "),
    ...["user", "job", "genre", "credit", "artwork", "video", "provider"].map((k) => `${k}_${hex}`),
    `movie_${hex.toUpperCase()}`,
    `movie_${hex}0`,
    `movie/movie_${hex}`,
  ])("N6: %j is none", (text) => {
    expect(readReference(text)).toBeUndefined();
  });

  test("N6: a long text is none", () => {
    expect(readReference("x".repeat(4_096))).toBeUndefined();
    expect(readReference(`imdb:tt${"1".repeat(4_096)}`)).toBeUndefined();
  });

  test("N6: a list has 1 to as many references as its operation takes, all of them right", () => {
    const List = ReferenceList(2);
    expect(Value.Check(List, ["movie/tmdb:603", "imdb:tt0133093"])).toBe(true);
    expect(readReferences(["imdb:tt0133093", "movie/tmdb:603"])).toMatchObject([
      { source: "imdb" },
      { source: "tmdb" },
    ]);
    for (const wrong of [
      [],
      ["tmdb:603"],
      [603],
      [null],
      "imdb:tt0133093",
      Array(3).fill("wikidata:Q1"),
    ]) {
      expect(Value.Check(List, wrong)).toBe(false);
    }
  });
});
