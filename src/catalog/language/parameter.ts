import { type Static, Type } from "@sinclair/typebox";
import { MOST_TAGS } from "~/http/request/language-tags";

const tag = "([A-Za-z]{2}(-[A-Za-z]{2})?|[Zz][Hh]-[Hh][Aa][Nn][SsTt])";
const pattern = `^([Aa][Uu][Tt][Oo]|${tag}(,${tag}){0,${MOST_TAGS - 1}})$`;

/** The parameter `language` of reads with titles, names or overviews. */
export const languageParameter = {
  language: Type.Optional(
    Type.String({
      pattern,
      // Nothing that a client names as a language is refused in another way than the rest.
      anyText: true,
      description: `Languages for titles, names, overviews and posters, the best first: up to ${MOST_TAGS} of the form \`fr\` or \`fr-CA\` (also \`zh-Hans\`, \`zh-Hant\`), separated by commas; or \`auto\` for those of the header Accept-Language. Each field is in the first language that it is known in, else as without this parameter; \`localized\` says which. Does not change the order or the number of results`,
      examples: ["fr-CA,fr"],
      expected: `auto, or 1 to ${MOST_TAGS} language tags such as fr or fr-CA, separated by commas`,
    }),
  ),
};

/** The query of a read that takes the language alone. */
export const LanguageQuery = Type.Object(languageParameter);
export type LanguageQuery = Static<typeof LanguageQuery>;
