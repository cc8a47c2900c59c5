import { type Static, Type } from "@sinclair/typebox";
import { WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";

/** One of the fixed genres; its id is the same on every install (M31). */
export const GenreSummary = Type.Object({
  id: PublicId("genre"),
  kind: Type.Literal("genre"),
  name: Type.String(),
});
export type GenreSummary = Static<typeof GenreSummary>;

/** A genre and how much of the catalog has it. */
export const GenreDetail = Type.Object({
  ...GenreSummary.properties,
  movie_count: WholeNumber({ description: "Adult movies left out" }),
  series_count: WholeNumber({ description: "Adult series left out" }),
});
export type GenreDetail = Static<typeof GenreDetail>;

export const GenrePage = Page(GenreSummary);

export const GenreFilter = Type.Object(pageQuery({ page_size: 50, maximum: 200 }));
export type GenreFilter = Static<typeof GenreFilter>;
