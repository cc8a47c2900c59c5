/** JSON as the text that PostgreSQL wrote. Nobody parses it on its way to the client. */

declare const described: unique symbol;

/** Compact JSON of a `T`: what `JSON.stringify` makes of it. */
export type JsonText<T> = string & { readonly [described]?: T };

/** The text of a value that is in memory. */
export const jsonOf = <T>(value: T): JsonText<T> => JSON.stringify(value);

/** An object with one field, whose value is a text. */
export const jsonField = <Name extends string, T>(
  name: Name,
  value: JsonText<T>,
): JsonText<Record<Name, T>> => `{"${name}":${value}}`;

type Joined<Texts extends readonly JsonText<object>[]> = Texts extends readonly [
  JsonText<infer First>,
  ...infer Rest extends readonly JsonText<object>[],
]
  ? First & Joined<Rest>
  : unknown;

/** One object with the fields of several, in their order. No name may come twice. */
export function joinObjects<const Texts extends readonly JsonText<object>[]>(
  ...objects: Texts
): JsonText<Joined<Texts>> {
  const fields = objects.map((object) => object.slice(1, -1)).filter((each) => each !== "");
  return `{${fields.join(",")}}`;
}
