import { eq, sql } from "drizzle-orm";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import type { Db } from "~/db/client";
import { storedArray } from "~/db/json-sql";
import { people } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { type PersonDetail, PersonExternalIds } from "./model";

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
