import { type Static, Type } from "@sinclair/typebox";
import { closed, Minutes, OptionalText } from "./fields";

const Tag = Type.String({
  pattern: "^[a-z]{2}-[A-Z]{2}$",
  description: "a language such as fr-CA",
});
const Id = Type.String({ pattern: "^[1-9][0-9]*$", description: "an id" });

/** By id and language. */
const of = <T extends ReturnType<typeof closed>>(texts: T) =>
  Type.Record(Id, Type.Record(Tag, texts, { additionalProperties: false }), {
    additionalProperties: false,
  });

const more = { overview: OptionalText, tagline: OptionalText, homepage: OptionalText };

/** What records are called in other languages; whatever is omitted is not translated. */
export const Translations = closed({
  movie: of(closed({ title: OptionalText, ...more, runtime: Minutes })),
  series: of(closed({ name: OptionalText, ...more })),
  season: of(closed({ name: OptionalText, overview: OptionalText })),
  collection: of(closed({ title: OptionalText, overview: OptionalText, homepage: OptionalText })),
  person: of(closed({ biography: OptionalText })),
  /** By season: the names of its episodes in their order. */
  episodes: Type.Record(Id, Type.Record(Tag, Type.Array(Type.String()))),
});
export type Translations = Static<typeof Translations>;
