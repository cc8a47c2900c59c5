import { type Static, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import { titleCounts } from "~/catalog/fields";
import { languageParameter } from "~/catalog/language/parameter";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

export const Keyword = Type.Object(
  {
    id: PublicId("keyword"),
    kind: Type.Literal("keyword", { description: "Always `keyword`" }),
    name: Type.String({ description: "Name in English", examples: ["artificial intelligence"] }),
    ...titleCounts(22, 7),
  },
  { $id: "Keyword", description: "A keyword with the number of its titles" },
);
export type Keyword = Static<typeof Keyword>;

export const KeywordPage = Page(
  Keyword,
  {},
  { $id: "KeywordPage", description: "A page of keywords by name" },
);

export const KeywordFilter = Type.Object({
  ...pageQuery({ page_size: 50, maximum: largestPage.short }),
  ...languageParameter,
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: "\\S",
      description: "Only names that begin with this or contain similar words; typos are fine",
      examples: ["time travel"],
      expected: "1 to 200 characters, not all of them spaces",
      documented: { pattern: "^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$" },
    }),
  ),
});
export type KeywordFilter = Static<typeof KeywordFilter>;
