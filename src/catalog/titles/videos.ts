import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { jsonArray, subquery } from "~/db/json-sql";
import { videos } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { ListOf, Nullable, Timestamp } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";

export const Video = Type.Object(
  {
    id: PublicId("video"),
    site: Type.String({ description: "Site that hosts the video", examples: ["YouTube"] }),
    key: Type.String({ description: "Id of the video on its site", examples: ["vKQi3bBA1y8"] }),
    url: Nullable(
      Type.String({
        description: "Address of the video; null on sites other than YouTube and Vimeo",
        examples: ["https://www.youtube.com/watch?v=vKQi3bBA1y8"],
      }),
    ),
    name: Nullable(
      Type.String({ description: "Name of the video; null when unknown", examples: ["Trailer"] }),
    ),
    type: Nullable(
      Type.String({
        description: "Kind of video, free text of the provider; null when unknown",
        examples: ["Trailer"],
      }),
    ),
    official: Type.Boolean({ description: "Whether the makers published it", examples: [true] }),
    language: Nullable(
      Type.String({ description: "ISO 639-1; null when unknown", examples: ["en"] }),
    ),
    published_at: Nullable(Timestamp(), {
      description: "When it was published; null when unknown",
    }),
  },
  { $id: "Video", description: "A trailer or other video on another site" },
);
export type Video = Static<typeof Video>;

export const TitleVideos = Type.Object(
  { results: ListOf(Video, bounds.videos, { description: "Videos in the provider's order" }) },
  { $id: "TitleVideos", description: "The videos of a title" },
);
export type TitleVideos = Static<typeof TitleVideos>;

// Both sites use keys of these characters only; any other key gets no address.
const url = sql<string | null>`case when ${videos.key} !~ '^[A-Za-z0-9_-]+$' then null
  when lower(${videos.site}) = 'youtube' then 'https://www.youtube.com/watch?v=' || ${videos.key}
  when lower(${videos.site}) = 'vimeo' then 'https://vimeo.com/' || ${videos.key} end`;

/** The videos of a title, in the provider's order. */
export const videosOf = (title_id: SQLWrapper): SQL<Video[]> =>
  jsonArray(
    subquery
      .select({
        id: publicId("video", videos.id).as("id"),
        site: videos.site,
        key: videos.key,
        url: sql`${url}`.as("url") as SQL.Aliased<string | null>,
        name: videos.name,
        type: videos.type,
        official: videos.official,
        language: videos.language,
        published_at: sql<string | null>`${timestamp(videos.published_at)}`.as("published_at"),
      })
      .from(videos)
      .where(eq(videos.title_id, title_id))
      .orderBy(videos.position, videos.id),
    bounds.videos,
  );
