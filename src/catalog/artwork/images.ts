import { type Static, Type } from "@sinclair/typebox";
import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { VoteAverage, VoteCount } from "~/catalog/fields";
import { jsonArray, qualified, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { artwork } from "~/db/schema";
import { publicId } from "~/db/sql";
import { Nullable, OneOf, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { type ArtworkOwner, type ArtworkType, artworkTypes } from "~/vocabulary";

/** The provider's address of images; a size and a `file_path` follow. */
export const imageBase = "https://image.tmdb.org/t/p/";

export const Image = Type.Object(
  {
    id: PublicId("artwork"),
    type: OneOf(artworkTypes, { description: "Kind of image" }),
    file_path: Type.String({
      description: "Path below the image base of GET /configuration",
      examples: ["/demo-poster.jpg"],
    }),
    url: Type.String({
      description: "Address of the image in its original size",
      examples: [`${imageBase}original/demo-poster.jpg`],
    }),
    width: Nullable(WholeNumber({ description: "Pixels; null when unknown", examples: [1000] })),
    height: Nullable(WholeNumber({ description: "Pixels; null when unknown", examples: [1500] })),
    aspect_ratio: Nullable(
      Type.Number({ description: "Width divided by height; null when unknown", examples: [0.667] }),
    ),
    language: Nullable(
      Type.String({
        description: "Language of the text on it, ISO 639-1; null for an image without text",
        examples: ["en"],
      }),
    ),
    vote_average: VoteAverage(5.6),
    vote_count: VoteCount(120),
    is_primary: Type.Boolean({ description: "Whether it is the image that summaries name" }),
  },
  { $id: "Image", description: "An image of a record" },
);
export type Image = Static<typeof Image>;

const url = sql<string>`${sql.raw(`'${imageBase}original'`)} || ${artwork.file_path}`;

// Read apart, as records/includes.ts does, so that one plan serves all values.
const asked_languages = sql`(select ${parameter("image_language")}::text[])::text[]`;
const asked_types = sql`(select ${parameter("image_type")}::text[])::text[]`;

/** Whether an image is wanted: the parameters are null where nothing is asked for, so that one plan serves all. */
const wanted = (
  type: ArtworkType,
): SQL => sql`(${asked_languages} is null or ${artwork.language} = any(${asked_languages}))
  and (${asked_types} is null or ${sql.raw(`'${type}'`)} = any(${asked_types}))`;

const most = sql`(select coalesce(${parameter("image_limit")}::int, ${sql.raw(String(bounds.images))}))`;

/**
 * The images of one type of an owner: the primary ones, then the others in the provider's order. An
 * image is primary when its path is the owner's `primary_path`; titles name no primary logo. The statement needs
 * the values of {@link artworkValues}.
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
          wanted(type),
        ),
      )
      .orderBy(desc(sql`is_primary`), artwork.position, artwork.id),
    most,
  );
}
