import type { SQL } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { mergeRecords } from "~/db/merge";
import { inOrder } from "~/db/pipeline";
import { titles } from "~/db/schema";
import { only } from "~/db/sql";
import type { PrimaryImage } from "~/ingest/artwork";
import {
  changedIds,
  type Ids,
  mergeCompanies,
  mergeKeywords,
  mergePeople,
  mergeWatchProviders,
} from "~/ingest/shared-records";
import type { ProviderAlternateTitle } from "~/provider/parts/alternate-titles";
import type { ProviderImages } from "~/provider/parts/images";
import type { ProviderLabel } from "~/provider/parts/labels";
import type { ProviderTranslation } from "~/provider/parts/translations";
import type { ProviderVideo } from "~/provider/parts/videos";
import type { ProviderCountryOffers } from "~/provider/parts/watch-providers";
import { titleNamesStatement } from "~/search/names";
import type { TitleKind } from "~/vocabulary";
import type { NormalizedCompany, NormalizedCredit } from "./normalize";
import { genreStatement, partStatements } from "./parts";

/** What movies and series have in common besides their own columns. null and [] change nothing. */
export type TitleParts = {
  genres: string[] | null;
  keywords: ProviderLabel[] | null;
  companies: NormalizedCompany[];
  credits: NormalizedCredit[];
  alternate_titles: ProviderAlternateTitle[] | null;
  videos: ProviderVideo[] | null;
  translations: ProviderTranslation[] | null;
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
  const [companies, keywords, people, watch_providers] = await inOrder([
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
 * The last statement of a title: its names in the search, those of the shared records that were written, and of
 * `others`. The prominence of companies depends on their titles.
 */
export const namesOfTitle = (
  { id }: MatchedTitle,
  { companies, keywords, people }: SharedIds,
  others: (string | null)[] = [],
): SQL =>
  titleNamesStatement(
    id,
    [...others, ...changedIds(companies), ...changedIds(keywords), ...changedIds(people)],
    [...companies.values()].map((company) => company.id),
  );

/** A title in its transaction; `fresh` if it came into the catalog in this one. */
export type MatchedTitle = { kind: TitleKind; id: string; fresh: boolean };

/**
 * Step 2: finds the title by provider, kind and external id, or creates it. Of two transactions that
 * create it at once, the second one waits for the first.
 */
export async function matchTitle(
  db: Db,
  kind: TitleKind,
  external_id: number,
): Promise<MatchedTitle> {
  const { id, outcome } = only(
    await mergeRecords(
      db,
      titles,
      ["provider", "kind", "external_id"],
      [{ id: uuidv7(), provider: "tmdb", kind, external_id }],
    ),
  );
  return { kind, id, fresh: outcome === "created" };
}

/**
 * Step 3: the statements that write the title itself, which is one, and what belongs to it. An existing
 * title is written first, which makes a second writer of it wait before it looks at its parts. A new one
 * comes after its genres, which it contains as a mask, and before its keywords, which contain the mask.
 * `images` are those that the body names of other entities.
 */
export function titleStatements(
  title: MatchedTitle,
  own: SQL | undefined,
  parts: TitleParts,
  ids: SharedIds,
  images: PrimaryImage[] = [],
): (SQL | undefined)[] {
  const genres = genreStatement(title, parts);
  return [
    ...(title.fresh ? [genres, own] : [own, genres]),
    ...partStatements(title, parts, ids, images),
  ];
}
