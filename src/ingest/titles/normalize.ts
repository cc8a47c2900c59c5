import type { ProviderCompany } from "~/provider/parts/companies";
import type {
  ProviderCreator,
  ProviderCredits,
  ProviderPersonBrief,
} from "~/provider/parts/credits";
import type { Warnings } from "~/provider/reading/warnings";
import { type CompanyType, type CreditType, type Gender, genders } from "~/vocabulary";

/** A person's part in a title, still with the provider's words for who it is. */
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

/** The list; null for an empty one, which says nothing and wipes nothing (M134). */
export const stated = <T>(items: T[] | null): T[] | null => (items?.length ? items : null);

/** Cast in the provider's order, then crew in its order. */
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

/** Creators come from the provider's own list of them, never from the crew (M30). */
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

/** The provider has no word for what a company is: the list it stands in tells (M35). */
export const normalizeCompanies = (
  companies: ProviderCompany[] | null,
  company_type: CompanyType,
): NormalizedCompany[] => (companies ?? []).map((company) => ({ ...company, company_type }));

/** 0 = unknown, 1 female, 2 male, 3 non-binary. */
export const normalizeGender = (code: number | null): Gender | null =>
  (code !== null && genders[code - 1]) || null;

/**
 * One of our words for the provider's label: "Post Production" is post_production. A label nobody
 * has heard of is null and a warning (M73).
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
 * List columns of a title that a body gives only in part, or by a stand-in: they may fill what is
 * empty, and overwrite nothing.
 */
export function doubtfulColumns(
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
