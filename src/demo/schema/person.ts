import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Flag, Id, OptionalText, someOf, Text } from "./fields";

export const PersonDetails = closed({
  imdb_id: Type.Optional(Type.String({ pattern: "^nm\\d{7,8}$" })),
  birthday: Type.Optional(Day),
  deathday: Type.Optional(Day),
  place_of_birth: OptionalText,
  homepage: OptionalText,
  also_known_as: someOf(Text),
  biography: Type.String(),
  portrait: Flag,
});
export type PersonDetails = Static<typeof PersonDetails>;

export const Person = closed({
  id: Id,
  name: Text,
  /** 0 unknown, 1 female, 2 male, 3 non-binary. */
  gender: Type.Integer({ minimum: 0, maximum: 3 }),
  /** The department that the person is known for. */
  department: Text,
  /** Only people with details are served. */
  details: Type.Optional(PersonDetails),
});
export type Person = Static<typeof Person>;
