import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { childrenStatement } from "~/db/children";
import { columnsIn, distinctBy, overRows } from "~/db/recordset";
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
 * The statement that makes sure that every path that an entity names is also in artwork. It is one for
 * all owners, sorted, so that shared owners are locked in the same order everywhere.
 */
export function primaryImagesStatement(images: readonly PrimaryImage[]): SQL | undefined {
  const rows = images.filter((image) => image.file_path).map((row) => ({ ...row, id: uuidv7() }));
  const [first] = rows;
  if (first === undefined) return undefined;
  return overRows(
    "primary images",
    columnsIn(artwork, first),
    rows,
    (incoming) => sql`
    insert into artwork (id, owner_kind, owner_id, type, file_path, position)
    select id, owner_kind, owner_id, type, file_path, 0 from (${incoming}) named
    where not exists (
      select from artwork stored where stored.owner_id = named.owner_id
        and stored.type = named.type and stored.file_path = named.file_path
    )
    order by owner_id, type, file_path
    on conflict do nothing`,
  );
}

const typeOf = {
  posters: "poster",
  backdrops: "backdrop",
  logos: "logo",
  profiles: "profile",
} as const satisfies Record<keyof ProviderImages, ArtworkType>;

type Owner = { owner_kind: ArtworkOwner; owner_id: string };

/**
 * The statements that make the artwork of one owner equal to the provider's lists, type by type. A type
 * without a list in the body keeps its images. `primary` paths are kept even if their list omits them. If
 * the body does not name the primary image of a type, all stored images of that type stay.
 */
export function imageStatements(
  owner: Owner,
  images: ProviderImages | null,
  primary: readonly PrimaryImage[],
  { keep, fresh = false }: { keep: boolean; fresh?: boolean },
): (SQL | undefined)[] {
  const rows = Object.entries(typeOf).flatMap(([list, type]) => {
    const listed = images?.[list as keyof ProviderImages] ?? [];
    if (listed.length === 0) return [];
    return inShownOrder(listed, pathsOf(primary, type)).map((image, position) =>
      imageRow(owner, type, image, position),
    );
  });
  const unnamed = new Set(primary.filter((image) => !image.file_path).map(({ type }) => type));
  const keys = { owner: ["owner_id", "type"], key: ["file_path", "language"] };
  const [added, replaced] = [
    rows.filter(({ type }) => unnamed.has(type)),
    rows.filter(({ type }) => !unnamed.has(type)),
  ];
  if (fresh) return [childrenStatement(artwork, { ...keys, fresh }, rows)];
  return [
    childrenStatement(artwork, { ...keys, keep: true }, added),
    childrenStatement(artwork, { ...keys, keep }, replaced),
  ];
}

const pathsOf = (primary: readonly PrimaryImage[], type: ArtworkType): string[] =>
  primary.flatMap((image) => (image.type === type && image.file_path ? [image.file_path] : []));

/**
 * Each image once, the primary ones first, as answers show them: a list in which only these have moved is the
 * stored one.
 */
function inShownOrder(listed: ProviderImage[], primary: string[]): ProviderImage[] {
  const missing = primary.filter((path) => !listed.some(({ file_path }) => file_path === path));
  const all = distinctBy([...listed, ...missing.map(withPathOnly)], ["file_path", "language"]);
  const isPrimary = ({ file_path }: ProviderImage) => primary.includes(file_path);
  return [...all.filter(isPrimary), ...all.filter((image) => !isPrimary(image))];
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
