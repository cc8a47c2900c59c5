import { type SQL, sql } from "drizzle-orm";
import { isAdult } from "~/catalog/adult";
import { imagesJson } from "~/catalog/artwork/lists";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { provenanceOf } from "~/catalog/provenance/queries";
import { recordReader, recordSource } from "~/catalog/records/record";
import { translationsJson } from "~/catalog/translations/queries";
import { jsonRow, jsonText, storedArray } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonOf } from "~/db/json-text";
import { people } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import { personCredits } from "./credits";
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
  adult: isAdult(people).as("adult"),
  updated_at: timestamp(people.updated_at).as("updated_at"),
  removed_at: timestamp(people.removed_at).as("removed_at"),
};

const otherSources = Object.keys(PersonExternalIds.properties).filter((name) => name !== "tmdb");

/** The external ids of the person in `people`. */
export const personExternalIds = jsonRow({
  tmdb: people.external_id,
  ...Object.fromEntries(
    otherSources.map((source) => [
      source,
      sql`${people.external_ids} ->> ${sql.raw(`'${source}'`)}`,
    ]),
  ),
}) as SQL<unknown> as SQL<PersonExternalIds>;

const personDetail = {
  ...personSummary,
  also_known_as: storedArray<string>(people.also_known_as),
  biography: people.biography,
  birthday: people.birthday,
  deathday: people.deathday,
  place_of_birth: people.place_of_birth,
  homepage: people.homepage,
  external_ids: personExternalIds,
  created_at: timestamp(people.created_at),
  last_ingested_at: lastIngestedAt("person", people),
};

/** How a person is read. */
export const personRecord = recordSource({
  from: sql`${people}`,
  id: people.id,
  public_id: publicId("person", people.id),
  updated_at: timestamp(people.updated_at),
  parts: { json: jsonText(jsonRow(personDetail)) },
  assemble: ({ json }, id): JsonText<PersonDetail> =>
    joinObjects(json, jsonOf({ links: { credits: `/api/v1/people/${id}/credits` } })),
  includes: {
    credits: personCredits,
    images: imagesJson("person"),
    translations: translationsJson("person", people.id),
    provenance: provenanceOf("person", people.id),
  },
});

/** Everything about one person; undefined when there is none. */
export const getPerson = recordReader(personRecord);
