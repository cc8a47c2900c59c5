import { boolean, date, doublePrecision, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { type ExternalIds, externalIdentity, gender, id, removal, stamps } from "./columns";

/** A person known only from credits is a stub: name, department, popularity and profile. */
export const people = pgTable(
  "people",
  {
    id: id(),
    ...externalIdentity(),
    name: text().notNull(),
    known_for_department: text(),
    popularity: doublePrecision(),
    gender: gender(),
    also_known_as: text().array(),
    biography: text(),
    birthday: date(),
    deathday: date(),
    place_of_birth: text(),
    profile_path: text(),
    homepage: text(),
    adult: boolean().default(false),
    external_ids: jsonb().$type<ExternalIds>(),
    ...removal(),
    ...stamps(),
  },
  (t) => [unique().on(t.provider, t.external_id)],
);
