import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { type Merged, mergeRecords } from "~/db/merge";
import {
  alternate_titles,
  credits,
  title_genres,
  title_keywords,
  titles,
  videos,
} from "~/db/schema";
import { only } from "~/db/sql";
import { keepPrimaryImages, type PrimaryImage, reconcileImages } from "~/ingest/artwork";
import {
  changedIds,
  companyKey,
  type Ids,
  idOf,
  mergeCompanies,
  mergeKeywords,
  mergePeople,
  mergeWatchProviders,
} from "~/ingest/shared-records";
import type { ProviderAlternateTitle } from "~/provider/parts/alternate-titles";
import type { ProviderImages } from "~/provider/parts/images";
import type { ProviderLabel } from "~/provider/parts/labels";
import type { ProviderVideo } from "~/provider/parts/videos";
import type { ProviderCountryOffers } from "~/provider/parts/watch-providers";
import type { TitleKind } from "~/vocabulary";
import { reconcileCompanies } from "./companies";
import type { NormalizedCompany, NormalizedCredit } from "./normalize";
import { reconcileOfferings } from "./offerings";

/** What movies and series have in common besides their own columns. null and [] change nothing. */
export type TitleParts = {
  genres: string[] | null;
  keywords: ProviderLabel[] | null;
  companies: NormalizedCompany[];
  credits: NormalizedCredit[];
  alternate_titles: ProviderAlternateTitle[] | null;
  videos: ProviderVideo[] | null;
  images: ProviderImages | null;
  offerings: ProviderCountryOffers[] | null;
  poster_path: string | null;
  backdrop_path: string | null;
  /** Columns that this body may fill but not overwrite. */
  fill: string[];
  /** Keys of the body whose lists had unreadable items: nothing stored is removed there. */
  incomplete: ReadonlySet<string>;
};

/** Our ids of the shared records that a title refers to. */
export type SharedIds = {
  companies: Ids<string>;
  keywords: Ids;
  people: Ids;
  watch_providers: Ids;
};

/** Step 1: upserts the shared records, in the order that every ingestion keeps. */
export async function mergeShared(db: Db, parts: TitleParts): Promise<SharedIds> {
  const [companies, keywords, people, watch_providers] = await Promise.all([
    mergeCompanies(db, parts.companies),
    mergeKeywords(db, parts.keywords ?? []),
    mergePeople(
      db,
      parts.credits.map((credit) => credit.person),
    ),
    mergeWatchProviders(db, parts.offerings ?? []),
  ]);
  return { companies, keywords, people, watch_providers };
}

/**
 * Ids of the shared records whose names in the search the title may have changed: all of its companies,
 * because their prominence depends on their titles, and of the others those that were written.
 */
export const searchableIds = ({ companies, keywords, people }: SharedIds): string[] => [
  ...[...companies.values()].map(({ id }) => id),
  ...changedIds(keywords),
  ...changedIds(people),
];

/** Step 2: finds the title by provider, kind and external id, or creates it. */
export const matchTitle = async (db: Db, kind: TitleKind, external_id: number): Promise<Merged> =>
  only(
    await mergeRecords(
      db,
      titles,
      ["provider", "kind", "external_id"],
      [{ id: uuidv7(), provider: "tmdb", kind, external_id }],
    ),
  );

/** Step 3: everything that belongs to this title alone, pipelined on the transaction's connection. */
export async function reconcileParts(
  db: Db,
  title: { kind: TitleKind; id: string },
  parts: TitleParts,
  ids: SharedIds,
): Promise<void> {
  const title_id = title.id;
  const incomplete = (part: string) => parts.incomplete.has(part);
  const owned = (key: string[], part: string) => ({
    owner: ["title_id"],
    key,
    keep: incomplete(part),
  });
  await Promise.all([
    reconcileChildren(
      db,
      title_genres,
      owned(["genre_id"], "genres"),
      (parts.genres ?? []).map((genre_id, position) => ({ title_id, genre_id, position })),
    ),
    reconcileChildren(
      db,
      title_keywords,
      owned(["keyword_id"], "keywords"),
      (parts.keywords ?? []).map(({ external_id }) => ({
        title_id,
        keyword_id: idOf(ids.keywords, external_id),
      })),
    ),
    reconcileCompanies(db, title_id, parts.companies, ids.companies, parts.incomplete),
    reconcileChildren(
      db,
      credits,
      {
        owner: ["title_id", "credit_type"],
        key: ["external_id"],
        keep: ["credits", "aggregate_credits", "created_by"].some(incomplete),
      },
      parts.credits.map(({ person, ...credit }) => ({
        id: uuidv7(),
        title_id,
        ...credit,
        person_id: idOf(ids.people, person.external_id),
      })),
    ),
    reconcileChildren(
      db,
      alternate_titles,
      { ...owned(["position"], "alternative_titles"), same: ["title"] },
      (parts.alternate_titles ?? []).map((row, position) => ({ title_id, position, ...row })),
    ),
    reconcileChildren(
      db,
      videos,
      owned(["external_id"], "videos"),
      (parts.videos ?? []).map((video, position) => ({
        id: uuidv7(),
        title_id,
        ...video,
        official: video.official ?? false,
        position,
      })),
    ),
    reconcileOfferings(
      db,
      title_id,
      parts.offerings ?? [],
      ids.watch_providers,
      incomplete("watch/providers"),
    ),
    reconcileArtwork(db, title, parts, ids),
  ]);
}

async function reconcileArtwork(
  db: Db,
  { kind, id }: { kind: TitleKind; id: string },
  parts: TitleParts,
  ids: SharedIds,
): Promise<void> {
  const owner = { owner_kind: kind, owner_id: id } as const;
  const own: PrimaryImage[] = [
    { ...owner, type: "poster", file_path: parts.poster_path },
    { ...owner, type: "backdrop", file_path: parts.backdrop_path },
  ];
  const logos = parts.companies.map(
    (company): PrimaryImage => ({
      owner_kind: "company",
      owner_id: idOf(ids.companies, companyKey(company)),
      type: "logo",
      file_path: company.logo_path,
    }),
  );
  const watchLogos = (parts.offerings ?? []).flatMap(({ offers }) =>
    offers.map(
      (offer): PrimaryImage => ({
        owner_kind: "watch_provider",
        owner_id: idOf(ids.watch_providers, offer.external_id),
        type: "logo",
        file_path: offer.logo_path,
      }),
    ),
  );
  await Promise.all([
    reconcileImages(db, owner, parts.images, own, parts.incomplete.has("images")),
    keepPrimaryImages(db, distinctImages([...own, ...logos, ...watchLogos])),
  ]);
}

const distinctImages = (images: PrimaryImage[]): PrimaryImage[] => [
  ...new Map(images.map((image) => [`${image.owner_id} ${image.type}`, image])).values(),
];
