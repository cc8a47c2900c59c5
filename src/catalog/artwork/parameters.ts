/** Which images a client wants: the parameters of every answer with images, and the values of its statement. */

import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { arrayLiteral } from "~/db/array-literal";
import { QueryInt } from "~/http/request/fields";
import { artworkTypes } from "~/vocabulary";

const MOST_LANGUAGES = 10;
const MOST_OF_A_LIST = 100;

/** How images without text are asked for, and how they are stored. */
const [NO_LANGUAGE, STORED_NO_LANGUAGE] = ["null", "xx"];

const languages = `^([a-z]{2}|${NO_LANGUAGE})(,([a-z]{2}|${NO_LANGUAGE})){0,${MOST_LANGUAGES - 1}}$`;
const types = artworkTypes.join("|");
const someTypes = `^(${types})(,(${types})){0,${artworkTypes.length - 1}}$`;

TypeRegistry.Set<{ documented: { pattern: string } }>(
  "ListText",
  ({ documented }, value) =>
    typeof value === "string" && new RegExp(documented.pattern).test(value),
);

/** The parameters of answers with images. */
export const artworkParameters = {
  image_language: Type.Optional(
    Type.Unsafe<string>({
      [Kind]: "ListText",
      type: "string",
      alias: "include_image_language",
      description: `Only images whose text is in one of these languages, separated by commas: ISO 639-1, and \`${NO_LANGUAGE}\` for images without text`,
      examples: [`en,${NO_LANGUAGE}`],
      expected: `1 to ${MOST_LANGUAGES} two-letter codes or ${NO_LANGUAGE}, separated by commas, such as en,${NO_LANGUAGE}`,
      documented: { pattern: languages },
    }),
  ),
  image_type: Type.Optional(
    Type.Unsafe<string>({
      [Kind]: "ListText",
      type: "string",
      description: "Only images of these types, separated by commas; the other lists are empty",
      examples: ["poster,logo"],
      allowed: artworkTypes,
      expected: `one or several of ${artworkTypes.join(", ")}, separated by commas`,
      documented: { pattern: someTypes },
    }),
  ),
  image_limit: Type.Optional(
    QueryInt({
      minimum: 1,
      maximum: MOST_OF_A_LIST,
      description: "The most images of each list, counted after all else that is asked for",
    }),
  ),
};

export const ArtworkQuery = Type.Object(artworkParameters);
export type ArtworkQuery = Partial<Static<typeof ArtworkQuery>>;

const listOf = (text: string | undefined): string[] | null => text?.split(",") ?? null;

/** As stored; the code that is stored for images without text is no language that a client could mean. */
const storedLanguages = (text: string | undefined): string[] | null =>
  listOf(text)
    ?.filter((code) => code !== STORED_NO_LANGUAGE)
    .map((code) => (code === NO_LANGUAGE ? STORED_NO_LANGUAGE : code)) ?? null;

const literal = (list: string[] | null) => list && arrayLiteral(list);

/** The values of the parameters that the statements of images name; null where nothing is asked for. */
export const artworkValues = ({ image_language, image_type, image_limit }: ArtworkQuery) => ({
  image_language: literal(storedLanguages(image_language)),
  image_type: literal(listOf(image_type)),
  image_limit: image_limit ?? null,
});
