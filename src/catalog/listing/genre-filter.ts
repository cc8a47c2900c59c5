import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { uuidOf } from "~/http/request/public-id";
import { genres } from "~/vocabulary";

const names = genres.map(({ name }) => name);
const idsByName = new Map(
  genres.map(({ id, name }) => [name.toLowerCase(), `genre_${id.replaceAll("-", "")}`]),
);

/**
 * The public id that a genre is asked for by: there are twenty names, so whatever is none of them in
 * any case has to be an id in its one spelling. undefined for all else.
 */
function genreId(text: string): string | undefined {
  const named = idsByName.get(text.toLowerCase());
  return named ?? (uuidOf("genre", text) === undefined ? undefined : text);
}

TypeRegistry.Set(
  "GenreFilter",
  (_, value) => typeof value === "string" && genreId(value) !== undefined,
);

/** A genre in a query: its id or its name in any case; arrives as the id. */
export const GenreFilter = () =>
  Type.Transform(
    Type.Unsafe<string>({
      [Kind]: "GenreFilter",
      type: "string",
      description: "Only titles of this genre: its name in any case, or its id",
      examples: ["Drama"],
      expected: `one of ${names.join(", ")}, or a genre's id: genre_ and 32 lower-case hex digits`,
      allowed: names,
      documented: { anyOf: [{ enum: names }, { pattern: "^genre_[0-9a-f]{32}$" }] },
    }),
  )
    .Decode((text) => genreId(text) ?? text)
    .Encode((id) => id);
