import { type SQL, sql } from "drizzle-orm";
import { type Static, t } from "elysia";
import { people } from "~/db/schema";
import { publicId } from "~/db/sql";
import { Nullable } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";

/** A person as a credit shows them (M104). */
export const PersonBrief = t.Object({
  id: PublicId("person"),
  name: t.String(),
  profile_path: Nullable(t.String()),
  known_for_department: Nullable(t.String()),
});
export type PersonBrief = Static<typeof PersonBrief>;

/** A {@link PersonBrief} as one JSON column, for a SELECT that reads `people`. */
export const personBrief: SQL<PersonBrief> = sql<PersonBrief>`json_build_object(
  'id', ${publicId("person", people.id)}, 'name', ${people.name},
  'profile_path', ${people.profile_path}, 'known_for_department', ${people.known_for_department})`;
