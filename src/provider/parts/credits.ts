import { bounds, lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";
import { Quota } from "~/provider/reading/quota";

/** A person as named by a credit. `gender`: 0 unknown, 1 female, 2 male, 3 non-binary. */
export type ProviderPersonBrief = {
  external_id: number;
  name: string;
  known_for_department: string | null;
  popularity: number | null;
  gender: number | null;
  profile_path: string | null;
  adult: boolean | null;
};

/** One role. `order` has gaps and repeats in series; `episode_count` only in aggregated credits. */
export type ProviderCast = {
  credit_id: string;
  person: ProviderPersonBrief;
  character: string | null;
  order: number | null;
  episode_count: number | null;
};

/** One job of one person; the list keeps the provider's order. */
export type ProviderCrew = {
  credit_id: string;
  person: ProviderPersonBrief;
  department: string | null;
  job: string | null;
  episode_count: number | null;
};

/** From `created_by`, never from the crew. */
export type ProviderCreator = { credit_id: string; person: ProviderPersonBrief };

/** A list is null if the body does not have it. */
export type ProviderCredits = { cast: ProviderCast[] | null; crew: ProviderCrew[] | null };

/** The person of a credit row; null, with a warning, for a row without a numeric id or a name. */
export function readPersonBrief(item: Fields): ProviderPersonBrief | null {
  if (!item.has("id") && item.has("person_id")) return item.skip("the person has no public id");
  const external_id = item.id("id");
  if (external_id === null) return item.drop("id");
  const name = item.name("name", lengths.shared_name);
  if (name === null) return item.drop("name");
  return {
    external_id,
    name,
    known_for_department: item.name("known_for_department", lengths.label),
    popularity: item.number("popularity", { min: 0 }),
    gender: item.integer("gender", { max: 3 }),
    profile_path: item.imagePath("profile_path"),
    adult: item.boolean("adult"),
  };
}

/** One row of `cast` or `guest_stars`. */
export function readCast(item: Fields): ProviderCast | null {
  const person = readPersonBrief(item);
  return person && readRole(item, person, item.integer("order"));
}

/** One row of `crew`. */
export function readCrew(item: Fields): ProviderCrew | null {
  const person = readPersonBrief(item);
  return person && readJob(item, person, item.name("department", lengths.label));
}

/** One row of `created_by`. */
export function readCreator(item: Fields): ProviderCreator | null {
  const person = readPersonBrief(item);
  if (person === null) return null;
  const credit_id = item.identifier("credit_id");
  return credit_id === null ? item.drop("credit_id") : { credit_id, person };
}

/** `{cast, crew}` of a movie, or of a series' regulars; null if the body has no such part. */
export function readCredits(body: Fields, key = "credits"): ProviderCredits | null {
  const part = body.object(key);
  return (
    part && {
      cast: part.list("cast", readCast, bounds.cast),
      crew: part.list("crew", readCrew, bounds.crew),
    }
  );
}

/**
 * `aggregate_credits`, with one row for each role or job as in other credits. The provider nests
 * roles and jobs in one row for each person and department.
 */
export function readAggregateCredits(body: Fields): ProviderCredits | null {
  const part = body.object("aggregate_credits");
  const [roles, jobs] = [new Quota(bounds.cast), new Quota(bounds.crew)];
  return (
    part && {
      cast: part.list("cast", (item) => readRoles(item, roles), roles)?.flat() ?? null,
      crew: part.list("crew", (item) => readJobs(item, jobs), jobs)?.flat() ?? null,
    }
  );
}

function readRoles(item: Fields, quota: Quota): ProviderCast[] | null {
  const person = readPersonBrief(item);
  if (person === null) return null;
  const order = item.integer("order");
  return item.list("roles", (role) => readRole(role, person, order), quota) ?? item.drop("roles");
}

function readJobs(item: Fields, quota: Quota): ProviderCrew[] | null {
  const person = readPersonBrief(item);
  if (person === null) return null;
  const department = item.name("department", lengths.label);
  return item.list("jobs", (job) => readJob(job, person, department), quota) ?? item.drop("jobs");
}

function readRole(
  item: Fields,
  person: ProviderPersonBrief,
  order: number | null,
): ProviderCast | null {
  const credit_id = item.identifier("credit_id");
  if (credit_id === null) return item.drop("credit_id");
  return {
    credit_id,
    person,
    character: item.text("character", lengths.character),
    order,
    episode_count: item.integer("episode_count"),
  };
}

function readJob(
  item: Fields,
  person: ProviderPersonBrief,
  department: string | null,
): ProviderCrew | null {
  const credit_id = item.identifier("credit_id");
  if (credit_id === null) return item.drop("credit_id");
  return {
    credit_id,
    person,
    department,
    job: item.name("job", lengths.label),
    episode_count: item.integer("episode_count"),
  };
}
