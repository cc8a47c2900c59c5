import { type Static, Type } from "@sinclair/typebox";
import { Country, closed, Flag, Id, Ids, Language, OptionalText, Text } from "./fields";

export const Named = closed({ id: Id, name: Text });
/** A genre, a keyword, a watch provider. */
export type Named = Static<typeof Named>;

export const Company = closed({ id: Id, name: Text, country: Type.Optional(Country) });
/** A production company or a network; their ids are independent. */
export type Company = Static<typeof Company>;

export const Collection = closed({
  id: Id,
  name: Text,
  overview: OptionalText,
  art: Flag,
  /** Ids of movies in the order of the provider, which may differ from the order of dates. */
  parts: Ids,
});
export type Collection = Static<typeof Collection>;

export const Reference = closed({
  genres: Type.Array(Named),
  keywords: Type.Array(Named),
  networks: Type.Array(Company),
  /** Two of them have the same name. */
  watch_providers: Type.Array(Named),
  /** Includes the provider's SU, the Soviet Union. */
  countries: Type.Array(closed({ code: Country, name: Text })),
  /** Includes the provider's cn, Cantonese. */
  languages: Type.Array(closed({ code: Language, english_name: Text, name: Text })),
  jobs: Type.Array(closed({ name: Text, department: Text })),
});
