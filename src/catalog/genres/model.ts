import { type Static, Type } from "@sinclair/typebox";
import { largestPage } from "~/bounds";
import { titleCounts } from "~/catalog/fields";
import { languageParameter } from "~/catalog/language/parameter";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

export const GenreSummary = Type.Object(
  {
    id: PublicId("genre"),
    kind: Type.Literal("genre", { description: "Always `genre`" }),
    name: Type.String({ description: "Name in English", examples: ["Science Fiction"] }),
  },
  {
    $id: "GenreSummary",
    description: "One of the fixed genres; every installation has the same with the same ids",
  },
);
export type GenreSummary = Static<typeof GenreSummary>;

export const GenreDetail = Type.Object(
  { ...GenreSummary.properties, ...titleCounts(22, 7) },
  { $id: "GenreDetail", description: "A genre with the number of its titles" },
);
export type GenreDetail = Static<typeof GenreDetail>;

export const GenrePage = Page(
  GenreSummary,
  {},
  { $id: "GenrePage", description: "A page of genres by name" },
);

export const GenreFilter = Type.Object({
  ...pageQuery({ page_size: 50, maximum: largestPage.short }),
  ...languageParameter,
});
export type GenreFilter = Static<typeof GenreFilter>;
