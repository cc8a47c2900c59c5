import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { mergeRecords } from "~/db/merge";
import { people } from "~/db/schema";
import { only } from "~/db/sql";
import { imageStatements, type PrimaryImage, primaryImagesStatement } from "~/ingest/artwork";
import { normalizeGender, nullIfEmpty } from "~/ingest/normalize";
import type { Ingestion, Upserted } from "~/ingest/pipeline";
import { translationStatement } from "~/ingest/translations";
import type { ProviderImages } from "~/provider/parts/images";
import type { ProviderTranslation } from "~/provider/parts/translations";
import { fetchPerson, type ProviderPerson, readPerson } from "~/provider/person";
import type { Warnings } from "~/provider/reading/warnings";
import { namesStatement } from "~/search/names";

export type NormalizedPerson = {
  person: Omit<typeof people.$inferInsert, "id">;
  images: ProviderImages | null;
  translations: ProviderTranslation[] | null;
  incomplete: ReadonlySet<string>;
};

/** Maps the provider's person to our rows. Pure: no clock, database or network. */
export function normalizePerson(raw: ProviderPerson, warnings: Warnings): NormalizedPerson {
  const { images, translations, gender, also_known_as, ...facts } = raw;
  return {
    person: {
      ...facts,
      gender: normalizeGender(gender),
      also_known_as: nullIfEmpty(also_known_as),
    },
    images,
    translations,
    incomplete: warnings.incomplete_parts,
  };
}

/** Ingests one person; a stub known from credits is completed. */
export const personIngestion = (external_id: number): Ingestion<NormalizedPerson> => ({
  kind: "person",
  external_id: String(external_id),
  fetch: (provider) => fetchPerson(provider, external_id),
  normalize: (body, warnings) => normalizePerson(readPerson(body, external_id, warnings), warnings),
  upsert: upsertPerson,
});

async function upsertPerson(
  tx: Db,
  { person, images, translations, incomplete }: NormalizedPerson,
): Promise<Upserted> {
  const row = { id: uuidv7(), provider: "tmdb", ...person };
  const merged = only(
    await mergeRecords(tx, people, ["provider", "external_id"], [row], {
      lock: true,
      fill: incomplete.has("also_known_as") ? ["also_known_as"] : [],
    }),
  );
  const owner = { owner_kind: "person", owner_id: merged.id } as const;
  const own: PrimaryImage[] = [{ ...owner, type: "profile", file_path: person.profile_path }];
  return {
    entity_id: merged.id,
    outcome: merged.outcome === "created" ? "created" : "updated",
    statements: [
      ...imageStatements(owner, images, own, { keep: incomplete.has("images") }),
      primaryImagesStatement(own),
      translationStatement(owner, translations, { keep: incomplete.has("translations") }),
      namesStatement([merged.id]),
    ],
  };
}
