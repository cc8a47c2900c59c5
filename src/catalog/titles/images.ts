import { type Static, Type } from "@sinclair/typebox";
import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { jsonArray, qualified, subquery } from "~/db/json-sql";
import { artwork } from "~/db/schema";
import { publicId } from "~/db/sql";
import { ListOf, Nullable, OneOf, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { type ArtworkOwner, type ArtworkType, artworkTypes, type TitleKind } from "~/vocabulary";

/** Where the provider serves its images; a size and a `file_path` follow. */
export const imageBase = "https://image.tmdb.org/t/p/";

/** One image (M47). `language` null means an image without text. */
export const Image = Type.Object({
  id: PublicId("artwork"),
  type: OneOf(artworkTypes),
  file_path: Type.String(),
  url: Type.String({ description: "The image in its original size" }),
  width: Nullable(WholeNumber()),
  height: Nullable(WholeNumber()),
  aspect_ratio: Nullable(Type.Number()),
  language: Nullable(Type.String({ description: "ISO 639-1" })),
  vote_average: Nullable(Type.Number()),
  vote_count: Nullable(WholeNumber()),
  is_primary: Type.Boolean(),
});
export type Image = Static<typeof Image>;

/** The images of a title by type (M93, M100). */
export const TitleImages = Type.Object({
  posters: ListOf(Image, bounds.images),
  backdrops: ListOf(Image, bounds.images),
  logos: ListOf(Image, bounds.images),
});
export type TitleImages = Static<typeof TitleImages>;

const url = sql<string>`${sql.raw(`'${imageBase}original'`)} || ${artwork.file_path}`;

/**
 * The images of one type that an owner has: the primary ones, then the provider's order. Primary is
 * the image that the owner itself names as its `primary_path`; of logos a title names none.
 */
export function imagesOf(
  owner_kind: ArtworkOwner,
  owner_id: SQLWrapper,
  type: ArtworkType,
  primary_path: SQLWrapper | null,
): SQL<Image[]> {
  const is_primary =
    primary_path === null
      ? sql<boolean>`false`
      : qualified(sql<boolean>`${artwork.file_path} is not distinct from ${primary_path}`);
  return jsonArray(
    subquery
      .select({
        id: publicId("artwork", artwork.id).as("id"),
        type: artwork.type,
        file_path: artwork.file_path,
        url: url.as("url"),
        width: artwork.width,
        height: artwork.height,
        aspect_ratio: artwork.aspect_ratio,
        language: sql<string | null>`nullif(${artwork.language}, 'xx')`.as("language"),
        vote_average: artwork.vote_average,
        vote_count: artwork.vote_count,
        is_primary: is_primary.as("is_primary"),
      })
      .from(artwork)
      .where(
        and(
          eq(artwork.owner_id, owner_id),
          eq(artwork.owner_kind, owner_kind),
          eq(artwork.type, type),
        ),
      )
      .orderBy(desc(sql`is_primary`), artwork.position, artwork.id),
    bounds.images,
  );
}

type Owner = { id: SQLWrapper; poster_path: SQLWrapper; backdrop_path: SQLWrapper };

/** The columns of {@link TitleImages}; `owner` is the table `movies` or `series`. */
export const titleImages = (kind: TitleKind, owner: Owner) => ({
  posters: imagesOf(kind, owner.id, "poster", owner.poster_path),
  backdrops: imagesOf(kind, owner.id, "backdrop", owner.backdrop_path),
  logos: imagesOf(kind, owner.id, "logo", null),
});
