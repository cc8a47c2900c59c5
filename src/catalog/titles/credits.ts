import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { jsonArray, subquery } from "~/db/json-sql";
import { credits, people } from "~/db/schema";
import { publicId } from "~/db/sql";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { CreditType } from "~/vocabulary";

/** A person as a credit shows them (M104). */
export const PersonBrief = Type.Object({
  id: PublicId("person"),
  name: Type.String(),
  profile_path: Nullable(Type.String()),
  known_for_department: Nullable(Type.String()),
});
export type PersonBrief = Static<typeof PersonBrief>;

/** A {@link PersonBrief} as one JSON column, for a SELECT that reads `people`. */
export const personBrief: SQL<PersonBrief> = sql<PersonBrief>`json_build_object(
  'id', ${publicId("person", people.id)}, 'name', ${people.name},
  'profile_path', ${people.profile_path}, 'known_for_department', ${people.known_for_department})`;

export const CreatorCredit = Type.Object({ id: PublicId("credit"), person: PersonBrief });
export type CreatorCredit = Static<typeof CreatorCredit>;

export const CrewCredit = Type.Object({
  ...CreatorCredit.properties,
  department: Nullable(Type.String()),
  job: Nullable(Type.String()),
});
export type CrewCredit = Static<typeof CrewCredit>;

export const CastCredit = Type.Object({
  ...CreatorCredit.properties,
  character: Nullable(Type.String()),
  order: WholeNumber({ description: "Billing; the smallest comes first" }),
});
export type CastCredit = Static<typeof CastCredit>;

export const SeriesCastCredit = Type.Object({
  ...CastCredit.properties,
  episode_count: Nullable(WholeNumber()),
});
export type SeriesCastCredit = Static<typeof SeriesCastCredit>;

export const MovieCredits = Type.Object({
  cast: ListOf(CastCredit, bounds.cast),
  crew: ListOf(CrewCredit, bounds.crew),
});
export type MovieCredits = Static<typeof MovieCredits>;

export const SeriesCredits = Type.Object({
  cast: ListOf(SeriesCastCredit, bounds.cast),
  crew: ListOf(CrewCredit, bounds.crew),
  creators: ListOf(CreatorCredit, bounds.creators),
});
export type SeriesCredits = Static<typeof SeriesCredits>;

const creator = {
  id: publicId("credit", credits.id).as("id"),
  person: personBrief.as("person"),
};
const crew = { ...creator, department: credits.department, job: credits.job };
const cast = {
  ...creator,
  character: credits.character,
  order: sql<number>`${credits.position}`.as("order"),
};
const seriesCast = { ...cast, episode_count: credits.episode_count };

const ofType = (title_id: SQLWrapper, type: CreditType) =>
  and(eq(credits.title_id, title_id), eq(credits.credit_type, type));
const withPerson = eq(people.id, credits.person_id);
const billing = [credits.position, credits.id] as const;

/** The cast of a movie, by billing. */
export const castOf = (title_id: SQLWrapper): SQL<CastCredit[]> =>
  jsonArray(
    subquery
      .select(cast)
      .from(credits)
      .innerJoin(people, withPerson)
      .where(ofType(title_id, "cast"))
      .orderBy(...billing),
    bounds.cast,
  );

/** The cast of a series, by billing, with the number of episodes. */
export const seriesCastOf = (title_id: SQLWrapper): SQL<SeriesCastCredit[]> =>
  jsonArray(
    subquery
      .select(seriesCast)
      .from(credits)
      .innerJoin(people, withPerson)
      .where(ofType(title_id, "cast"))
      .orderBy(...billing),
    bounds.cast,
  );

/** The crew of a title, in the provider's order. */
export const crewOf = (title_id: SQLWrapper): SQL<CrewCredit[]> =>
  jsonArray(
    subquery
      .select(crew)
      .from(credits)
      .innerJoin(people, withPerson)
      .where(ofType(title_id, "crew"))
      .orderBy(...billing),
    bounds.crew,
  );

/** The creators of a series: the provider's own list of them, never taken from the crew (M30). */
export const creatorsOf = (title_id: SQLWrapper): SQL<CreatorCredit[]> =>
  jsonArray(
    subquery
      .select(creator)
      .from(credits)
      .innerJoin(people, withPerson)
      .where(ofType(title_id, "creator"))
      .orderBy(...billing),
    bounds.creators,
  );
