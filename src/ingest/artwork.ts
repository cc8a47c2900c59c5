import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { artwork } from "~/db/schema";
import type { ProviderImage, ProviderImages } from "~/provider/parts/images";
import type { ArtworkOwner, ArtworkType } from "~/vocabulary";

/** An image that its owner names as its own: `poster_path`, `logo_path` … */
export type PrimaryImage = {
  owner_kind: ArtworkOwner;
  owner_id: string;
  type: ArtworkType;
  file_path: string | null | undefined;
};

const NO_LANGUAGE = "xx";

/**
 * Makes sure that every path an entity names stands in artwork as well, so that no path dangles
 * (M47). One sorted statement for all owners: shared owners are locked in one order everywhere.
 */
export async function keepPrimaryImages(db: Db, images: readonly PrimaryImage[]): Promise<void> {
  const rows = images.filter((image) => image.file_path).map((row) => ({ ...row, id: uuidv7() }));
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into artwork (id, owner_kind, owner_id, type, file_path, position)
    select id, owner_kind, owner_id, type, file_path, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as named(id uuid, owner_kind artwork_owner, owner_id uuid, type artwork_type, file_path text)
    where not exists (
      select from artwork stored where stored.owner_id = named.owner_id
        and stored.type = named.type and stored.file_path = named.file_path
    )
    order by owner_id, type, file_path
    on conflict do nothing`);
}

const typeOf = {
  posters: "poster",
  backdrops: "backdrop",
  logos: "logo",
  profiles: "profile",
} as const satisfies Record<keyof ProviderImages, ArtworkType>;

type Owner = { owner_kind: ArtworkOwner; owner_id: string };

/**
 * Makes the artwork of one owner equal to the provider's lists, type by type; a type that the body
 * does not list keeps its images. `primary` paths stay even when their list leaves them out; where
 * the body is silent about one, the stored one stays, and with it all images of its type.
 */
export async function reconcileImages(
  db: Db,
  owner: Owner,
  images: ProviderImages | null,
  primary: readonly PrimaryImage[],
  keep: boolean,
): Promise<void> {
  const rows = Object.entries(typeOf).flatMap(([list, type]) => {
    const named = images?.[list as keyof ProviderImages] ?? [];
    const missing = primary
      .filter((image) => image.type === type && image.file_path)
      .filter((image) => !named.some(({ file_path }) => file_path === image.file_path));
    if (named.length === 0) return [];
    const all = [...named, ...missing.map((image) => bare(image.file_path ?? ""))];
    return all.map((image, position) => imageRow(owner, type, image, position));
  });
  const silent = new Set(primary.filter((image) => !image.file_path).map(({ type }) => type));
  const keys = { owner: ["owner_id", "type"], key: ["file_path", "language"] };
  const [kept, whole] = [
    rows.filter(({ type }) => silent.has(type)),
    rows.filter(({ type }) => !silent.has(type)),
  ];
  await Promise.all([
    reconcileChildren(db, artwork, { ...keys, keep: true }, kept),
    reconcileChildren(db, artwork, { ...keys, keep }, whole),
  ]);
}

const bare = (file_path: string): ProviderImage => ({
  file_path,
  language: null,
  country: null,
  width: null,
  height: null,
  aspect_ratio: null,
  vote_average: null,
  vote_count: null,
});

const imageRow = (owner: Owner, type: ArtworkType, image: ProviderImage, position: number) => ({
  id: uuidv7(),
  ...owner,
  type,
  file_path: image.file_path,
  language: image.language ?? NO_LANGUAGE,
  width: image.width,
  height: image.height,
  aspect_ratio: image.aspect_ratio,
  vote_average: image.vote_average,
  vote_count: image.vote_count,
  position,
});
