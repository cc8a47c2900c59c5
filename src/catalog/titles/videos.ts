import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { jsonArray, subquery } from "~/db/json-sql";
import { videos } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { ListOf, Nullable, Timestamp } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";

/** A clip hosted elsewhere (M94). */
export const Video = Type.Object({
  id: PublicId("video"),
  site: Type.String(),
  key: Type.String({ description: "The site's id of the clip" }),
  url: Nullable(Type.String({ description: "For clips on YouTube and Vimeo" })),
  name: Nullable(Type.String()),
  type: Nullable(Type.String()),
  official: Type.Boolean(),
  language: Nullable(Type.String({ description: "ISO 639-1" })),
  published_at: Nullable(Timestamp()),
});
export type Video = Static<typeof Video>;

export const TitleVideos = Type.Object({ results: ListOf(Video, bounds.videos) });
export type TitleVideos = Static<typeof TitleVideos>;

// A key that would need escaping is no key of these sites, so it makes no address.
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
