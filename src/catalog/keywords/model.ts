import { type Static, Type } from "@sinclair/typebox";
import { WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

/** A keyword and how much of the catalog has it (M38). */
export const Keyword = Type.Object({
  id: PublicId("keyword"),
  kind: Type.Literal("keyword"),
  name: Type.String(),
  movie_count: WholeNumber({ description: "Adult movies left out" }),
  series_count: WholeNumber({ description: "Adult series left out" }),
});
export type Keyword = Static<typeof Keyword>;

export const KeywordPage = Page(Keyword);

export const KeywordFilter = Type.Object({
  ...pageQuery({ page_size: 50, maximum: 200 }),
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: "\\S",
      description: "Only names that begin with this, or hold words much like it",
      examples: ["time travel"],
      expected: "1 to 200 characters, not all of them spaces",
    }),
  ),
});
export type KeywordFilter = Static<typeof KeywordFilter>;
