import { and, eq, type SQL, sql } from "drizzle-orm";
import { adultFilter } from "~/catalog/adult";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { selectPage } from "~/catalog/listing/page";
import type { Db } from "~/db/client";
import { storedArray } from "~/db/json-sql";
import { people, person_counts } from "~/db/schema";
import { byName, publicId, timestamp } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import {
  type PersonDetail,
  PersonExternalIds,
  type PersonFilter,
  type PersonSort,
  type PersonSummary,
} from "./model";

/** The columns of a {@link PersonSummary}, for any SELECT that reads `people`. */
export const personSummary = {
  id: publicId("person", people.id).as("id"),
  kind: sql<"person">`'person'`.as("kind"),
  name: people.name,
  known_for_department: people.known_for_department,
  popularity: people.popularity,
  gender: people.gender,
  profile_path: people.profile_path,
  adult: sql<boolean>`coalesce(${people.adult}, false)`.as("adult"),
  updated_at: timestamp(people.updated_at).as("updated_at"),
};

const otherSources = Object.keys(PersonExternalIds.properties).filter((name) => name !== "tmdb");

const externalIds = sql<PersonExternalIds>`json_build_object('tmdb', ${people.external_id}, ${sql.join(
  otherSources.map((source) => {
    const key = sql.raw(`'${source}'`);
    return sql`${key}, ${people.external_ids} ->> ${key}`;
  }),
  sql`, `,
)})`;

const personDetail = {
  ...personSummary,
  also_known_as: storedArray<string>(people.also_known_as),
  biography: people.biography,
  birthday: people.birthday,
  deathday: people.deathday,
  place_of_birth: people.place_of_birth,
  homepage: people.homepage,
  external_ids: externalIds,
  created_at: timestamp(people.created_at),
  last_ingested_at: lastIngestedAt("person", people),
};

/** Everything about one person; undefined when there is none. */
export async function getPerson(db: Db, id: string): Promise<PersonDetail | undefined> {
  const [person] = await db.select(personDetail).from(people).where(eq(people.id, id));
  return person && { ...person, links: { credits: `/api/v1/people/${person.id}/credits` } };
}

const sortings = {
  popularity: sql`${people.popularity} desc nulls last`,
  "popularity.desc": sql`${people.popularity} desc nulls last`,
  "popularity.asc": sql`${people.popularity} asc nulls last`,
  name: byName(people.name),
  "name.asc": byName(people.name),
  "name.desc": sql`${byName(people.name)} desc`,
} satisfies Record<PersonSort, SQL>;

/** How many people there are, from the counters that triggers keep. */
const totalOf = ({ known_for_department, include_adult }: PersonFilter): SQL => sql`(
  select coalesce(sum(${person_counts.n}), 0)::int from ${person_counts} where ${and(
    known_for_department === undefined
      ? undefined
      : eq(person_counts.department, known_for_department),
    sql`${person_counts.adult} <= ${include_adult === "true"}::boolean`,
  )})`;

/** A page of people; empty for a department that nobody is known for. */
export async function listPeople(db: Db, filter: PersonFilter): Promise<JsonSlice<PersonSummary>> {
  const { known_for_department, include_adult, sort_by, page, page_size } = filter;
  if (known_for_department?.includes("\0")) return { results: "[]", total_results: 0 };
  const where = and(
    known_for_department === undefined
      ? undefined
      : eq(people.known_for_department, known_for_department),
    adultFilter(people.adult, include_adult),
  );
  const order = [sortings[sort_by], people.id];
  const total = totalOf(filter);
  return selectPage(db, {
    fields: personSummary,
    from: people,
    where,
    total,
    order,
    page,
    page_size,
  });
}
