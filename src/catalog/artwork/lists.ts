/** Which lists of images the records of each kind have. */

import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { bounds } from "~/bounds";
import { jsonRow } from "~/db/json-sql";
import { collections, companies, episodes, movies, people, seasons, series } from "~/db/schema";
import { ListOf } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { ArtworkType } from "~/vocabulary";
import { Image, imagesOf } from "./images";

/** The kinds of records that have images. */
export type IllustratedKind = keyof typeof tables;

/** The records of each kind, which name their primary images. */
export const tables = {
  movie: movies,
  series,
  season: seasons,
  episode: episodes,
  person: people,
  collection: collections,
  company: companies,
} as const;

const PRIMARY_FIRST = { description: "The primary one first, then in the provider's order" };

const Images = () => ListOf(Image, bounds.images, PRIMARY_FIRST);

const TitleImages = Type.Object(
  {
    posters: Images(),
    backdrops: Images(),
    logos: ListOf(Image, bounds.images, {
      description: "In the provider's order; none is primary",
    }),
  },
  { $id: "TitleImages", description: "The images of a title by type" },
);

/** The images of each kind by type, as answers contain them. */
export const imageModels = {
  movie: TitleImages,
  series: TitleImages,
  season: Type.Object({ posters: Images() }, { description: "The images of a season" }),
  episode: Type.Object({ stills: Images() }, { description: "The images of an episode" }),
  person: Type.Object({ profiles: Images() }, { description: "The images of a person" }),
  collection: Type.Object(
    { posters: Images(), backdrops: Images() },
    { description: "The images of a collection by type" },
  ),
  company: Type.Object({ logos: Images() }, { description: "The images of a company" }),
} satisfies Record<IllustratedKind, TObject>;

export type ImagesOf<Kind extends IllustratedKind> = Static<(typeof imageModels)[Kind]>;

/** The answer of GET /{kinds}/{id}/images; that of titles is older and has no id. */
export const ImagesOfRecord = <Kind extends IllustratedKind>(kind: Kind) =>
  Type.Object(
    { id: PublicId(kind), ...imageModels[kind].properties },
    {
      $id: `${kind[0]?.toUpperCase()}${kind.slice(1)}Images`,
      description: `${imageModels[kind].description}, and whose they are`,
    },
  );

const typeOf = {
  posters: "poster",
  backdrops: "backdrop",
  logos: "logo",
  profiles: "profile",
  stills: "still",
} as const satisfies Record<string, ArtworkType>;

/** The columns of the images of a record, by list, for a SELECT that reads its table. */
export function imageLists(kind: IllustratedKind): Record<string, SQL<Image[]>> {
  const table: PgTable & { id: PgColumn } = tables[kind];
  const columns = table as unknown as Record<string, PgColumn | undefined>;
  const lists = Object.keys(imageModels[kind].properties) as (keyof typeof typeOf)[];
  return Object.fromEntries(
    lists.map((list) => {
      const type = typeOf[list];
      return [list, imagesOf(kind, table.id, type, columns[`${type}_path`] ?? null)];
    }),
  );
}

/** The images of a record as one JSON object, for a SELECT that reads its table. */
export const imagesJson = <Kind extends IllustratedKind>(kind: Kind): SQL<ImagesOf<Kind>> =>
  jsonRow(imageLists(kind)) as SQL<unknown> as SQL<ImagesOf<Kind>>;
