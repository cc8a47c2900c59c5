import type { ProviderCompany } from "~/provider/parts/companies";
import type {
  ProviderCreator,
  ProviderCredits,
  ProviderPersonBrief,
} from "~/provider/parts/credits";
import type { Warnings } from "~/provider/reading/warnings";
import type { CompanyType, CreditType } from "~/vocabulary";

/** A credit of a title, with the person as the provider describes them. */
export type NormalizedCredit = {
  credit_type: CreditType;
  external_id: string;
  person: ProviderPersonBrief;
  character: string | null;
  department: string | null;
  job: string | null;
  position: number;
  episode_count: number | null;
};

/** The cast, then the crew, each in the provider's order. */
export function normalizeCredits(credits: ProviderCredits | null): NormalizedCredit[] {
  const cast = (credits?.cast ?? []).map(
    (credit, index): NormalizedCredit => ({
      credit_type: "cast",
      external_id: credit.credit_id,
      person: credit.person,
      character: credit.character,
      department: null,
      job: null,
      position: credit.order ?? index,
      episode_count: credit.episode_count,
    }),
  );
  const crew = (credits?.crew ?? []).map(
    (credit, index): NormalizedCredit => ({
      credit_type: "crew",
      external_id: credit.credit_id,
      person: credit.person,
      character: null,
      department: credit.department,
      job: credit.job,
      position: index,
      episode_count: credit.episode_count,
    }),
  );
  return [...cast, ...crew];
}

/** Creators come from the provider's own list of them, never from the crew. */
export const normalizeCreators = (creators: ProviderCreator[] | null): NormalizedCredit[] =>
  (creators ?? []).map((creator, position) => ({
    credit_type: "creator",
    external_id: creator.credit_id,
    person: creator.person,
    character: null,
    department: null,
    job: null,
    position,
    episode_count: null,
  }));

export type NormalizedCompany = ProviderCompany & { company_type: CompanyType };

/** The provider does not state a company's type: it follows from the list that names the company. */
export const normalizeCompanies = (
  companies: ProviderCompany[] | null,
  company_type: CompanyType,
): NormalizedCompany[] => (companies ?? []).map((company) => ({ ...company, company_type }));

/**
 * Our word for the provider's label: "Post Production" is post_production. An unknown label gives
 * null and a warning.
 */
export function normalizeLabel<Word extends string>(
  words: readonly Word[],
  label: string | null,
  field: string,
  warnings: Warnings,
): Word | null {
  if (label === null) return null;
  const spelled = label.toLowerCase().replaceAll(/[\s-]+/g, "_");
  const word = words.find((candidate) => candidate === spelled) ?? null;
  if (word === null) warnings.add(field, "the provider's label is not one we know");
  return word;
}

/**
 * Columns of a title whose lists are incomplete in this body, or taken from a less exact field. They
 * may fill an empty column but overwrite nothing.
 */
export function fillOnlyColumns(
  raw: { origin_countries: string[] | null },
  incomplete: ReadonlySet<string>,
): string[] {
  const named = raw.origin_countries?.length && !incomplete.has("origin_country");
  return [
    ...(named ? [] : ["origin_countries"]),
    ...(incomplete.has("spoken_languages") ? ["spoken_languages"] : []),
    ...(incomplete.has("genres") ? ["provider_genres"] : []),
  ];
}
