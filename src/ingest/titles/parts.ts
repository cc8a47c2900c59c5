import type { SQL } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { childrenStatement } from "~/db/children";
import { distinctBy } from "~/db/recordset";
import { alternate_titles, credits, title_genres, title_keywords, videos } from "~/db/schema";
import { imageStatements, type PrimaryImage, primaryImagesStatement } from "~/ingest/artwork";
import { companyKey, idOf } from "~/ingest/shared-records";
import { translationStatement } from "~/ingest/translations";
import { companyStatements } from "./companies";
import { offeringStatements } from "./offerings";
import type { MatchedTitle, SharedIds, TitleParts } from "./upsert";

const ofTitle = ({ fresh }: MatchedTitle, parts: TitleParts, part: string, key: string[]) => ({
  owner: ["title_id"],
  key,
  keep: parts.incomplete.has(part),
  fresh,
});

/** The statement that writes the genres of a title. */
export const genreStatement = (title: MatchedTitle, parts: TitleParts): SQL | undefined =>
  childrenStatement(
    title_genres,
    ofTitle(title, parts, "genres", ["genre_id"]),
    (parts.genres ?? []).map((genre_id, position) => ({ title_id: title.id, genre_id, position })),
  );

/** The statements that write what belongs to a title alone, except its genres. */
export function partStatements(
  title: MatchedTitle,
  parts: TitleParts,
  ids: SharedIds,
  images: PrimaryImage[],
): (SQL | undefined)[] {
  const { id: title_id, fresh } = title;
  const incomplete = (part: string) => parts.incomplete.has(part);
  const owned = (part: string, key: string[]) => ofTitle(title, parts, part, key);
  return [
    childrenStatement(
      title_keywords,
      owned("keywords", ["keyword_id"]),
      (parts.keywords ?? []).map(({ external_id }) => ({
        title_id,
        keyword_id: idOf(ids.keywords, external_id),
      })),
    ),
    ...companyStatements(title, parts.companies, ids.companies, parts.incomplete),
    childrenStatement(
      credits,
      {
        owner: ["title_id", "credit_type"],
        key: ["external_id"],
        keep: ["credits", "aggregate_credits", "created_by"].some(incomplete),
        fresh,
      },
      parts.credits.map(({ person, ...credit }) => ({
        id: uuidv7(),
        title_id,
        ...credit,
        person_id: idOf(ids.people, person.external_id),
      })),
    ),
    childrenStatement(
      alternate_titles,
      { ...owned("alternative_titles", ["position"]), same: ["title"] },
      (parts.alternate_titles ?? []).map((row, position) => ({ title_id, position, ...row })),
    ),
    childrenStatement(
      videos,
      owned("videos", ["external_id"]),
      distinctBy(parts.videos ?? [], ["external_id"]).map((video, position) => ({
        id: uuidv7(),
        title_id,
        ...video,
        official: video.official ?? false,
        position,
      })),
    ),
    translationStatement({ owner_kind: title.kind, owner_id: title_id }, parts.translations, {
      keep: incomplete("translations"),
      fresh,
    }),
    ...offeringStatements(
      title,
      parts.offerings ?? [],
      ids.watch_providers,
      incomplete("watch/providers"),
    ),
    ...imageStatements(
      { owner_kind: title.kind, owner_id: title_id },
      parts.images,
      ownImages(title, parts),
      { keep: incomplete("images"), fresh },
    ),
    primaryImagesStatement(
      distinctImages([...ownImages(title, parts), ...logos(parts, ids), ...images]),
    ),
  ];
}

const ownImages = ({ kind, id }: MatchedTitle, parts: TitleParts): PrimaryImage[] => [
  { owner_kind: kind, owner_id: id, type: "poster", file_path: parts.poster_path },
  { owner_kind: kind, owner_id: id, type: "backdrop", file_path: parts.backdrop_path },
];

/** The logos of the companies and watch providers of a title. */
function logos(parts: TitleParts, ids: SharedIds): PrimaryImage[] {
  const ofCompanies = parts.companies.map(
    (company): PrimaryImage => ({
      owner_kind: "company",
      owner_id: idOf(ids.companies, companyKey(company)),
      type: "logo",
      file_path: company.logo_path,
    }),
  );
  const ofWatchProviders = (parts.offerings ?? []).flatMap(({ offers }) =>
    offers.map(
      (offer): PrimaryImage => ({
        owner_kind: "watch_provider",
        owner_id: idOf(ids.watch_providers, offer.external_id),
        type: "logo",
        file_path: offer.logo_path,
      }),
    ),
  );
  return [...ofCompanies, ...ofWatchProviders];
}

const distinctImages = (images: PrimaryImage[]): PrimaryImage[] => [
  ...new Map(images.map((image) => [`${image.owner_id} ${image.type}`, image])).values(),
];
