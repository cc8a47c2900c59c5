import { bounds } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** A video at another site. `published_at` is RFC 3339 in UTC, `size` the height in pixels. */
export type ProviderVideo = {
  external_id: string;
  site: string;
  key: string;
  name: string | null;
  type: string | null;
  official: boolean | null;
  language: string | null;
  country: string | null;
  size: number | null;
  published_at: string | null;
};

/** The appended `videos`; null if the body has no such part. */
export function readVideos(body: Fields): ProviderVideo[] | null {
  return body.object("videos")?.list("results", readVideo, bounds.videos) ?? null;
}

function readVideo(item: Fields): ProviderVideo | null {
  const external_id = item.identifier("id");
  if (external_id === null) return item.drop("id");
  const site = item.identifier("site");
  if (site === null) return item.drop("site");
  const key = item.identifier("key");
  if (key === null) return item.drop("key");
  return {
    external_id,
    site,
    key,
    name: item.name("name"),
    type: item.name("type"),
    official: item.boolean("official"),
    language: item.language("iso_639_1"),
    country: item.country("iso_3166_1"),
    size: item.integer("size"),
    published_at: item.timestamp("published_at"),
  };
}
