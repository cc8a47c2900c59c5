import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { artwork } from "~/db/schema";
import type { ProviderImage, ProviderImages } from "~/provider/parts/images";
import type { ArtworkOwner, ArtworkType } from "~/vocabulary";

/** An image that its owner names in a column such as `poster_path` or `logo_path`. */
export type PrimaryImage = {
  owner_kind: ArtworkOwner;
  owner_id: string;
  type: ArtworkType;
  file_path: string | null | undefined;
};

const NO_LANGUAGE = "xx";

/**
 * Makes sure that every path that an entity names is also in artwork. One sorted statement for all
 * owners, so that shared owners are locked in the same order everywhere.
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
 * Makes the artwork of one owner equal to the provider's lists, type by type. A type without a list
 * in the body keeps its images. `primary` paths are kept even if their list omits them. If the body
 * does not name the primary image of a type, all stored images of that type stay.
 */
export async function reconcileImages(
  db: Db,
  owner: Owner,
  images: ProviderImages | null,
  primary: readonly PrimaryImage[],
  keep: boolean,
): Promise<void> {
  const rows = Object.entries(typeOf).flatMap(([list, type]) => {
    const listed = images?.[list as keyof ProviderImages] ?? [];
    const missing = primary
      .filter((image) => image.type === type && image.file_path)
      .filter((image) => !listed.some(({ file_path }) => file_path === image.file_path));
    if (listed.length === 0) return [];
    const all = [...listed, ...missing.map((image) => withPathOnly(image.file_path ?? ""))];
    return all.map((image, position) => imageRow(owner, type, image, position));
  });
  const unnamed = new Set(primary.filter((image) => !image.file_path).map(({ type }) => type));
  const keys = { owner: ["owner_id", "type"], key: ["file_path", "language"] };
  const [added, replaced] = [
    rows.filter(({ type }) => unnamed.has(type)),
    rows.filter(({ type }) => !unnamed.has(type)),
  ];
  await Promise.all([
    reconcileChildren(db, artwork, { ...keys, keep: true }, added),
    reconcileChildren(db, artwork, { ...keys, keep }, replaced),
  ]);
}

const withPathOnly = (file_path: string): ProviderImage => ({
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
