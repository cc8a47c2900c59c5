import { type Static, Type } from "@sinclair/typebox";
import { and, eq, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgColumn, type SelectedFields } from "drizzle-orm/pg-core";
import { bounds } from "~/bounds";
import { ImagePath } from "~/catalog/fields";
import { jsonArray, jsonRow, subquery } from "~/db/json-sql";
import { credits, people } from "~/db/schema";
import { publicId } from "~/db/sql";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { CreditType } from "~/vocabulary";

export const PersonBrief = Type.Object(
  {
    id: PublicId("person"),
    name: Type.String({ description: "Name", examples: ["Keanu Reeves"] }),
    profile_path: ImagePath("Portrait", "/demo-portrait.jpg"),
    known_for_department: Nullable(
      Type.String({
        description: "Department they are known for; null when unknown",
        examples: ["Acting"],
      }),
    ),
  },
  { $id: "PersonBrief", description: "A person in a credit" },
);
export type PersonBrief = Static<typeof PersonBrief>;

/** The columns of a {@link PersonBrief}, for a SELECT that reads `people`. */
const personBriefFields = {
  id: publicId("person", people.id).as("id"),
  name: people.name,
  profile_path: people.profile_path,
  known_for_department: people.known_for_department,
};

/** A {@link PersonBrief} as one JSON column, for a SELECT that reads `people`. */
export const personBrief: SQL<PersonBrief> = jsonRow(personBriefFields);

/** The fields that say what a member of the crew did. */
export const crewFields = {
  department: Nullable(
    Type.String({ description: "Department; null when unknown", examples: ["Directing"] }),
  ),
  job: Nullable(
    Type.String({
      description: "Job in the department; null when unknown",
      examples: ["Director"],
    }),
  ),
};

/** The fields that say which role a member of the cast has. */
export const castFields = {
  character: Nullable(
    Type.String({ description: "Name of the role; null when unknown", examples: ["Neo"] }),
  ),
  order: WholeNumber({ description: "Billing order, the smallest first", examples: [0] }),
};

export const CreatorCredit = Type.Object(
  { id: PublicId("credit"), person: PersonBrief },
  { $id: "CreatorCredit", description: "A creator of a series" },
);
export type CreatorCredit = Static<typeof CreatorCredit>;

export const CrewCredit = Type.Object(
  { ...CreatorCredit.properties, ...crewFields },
  { $id: "CrewCredit", description: "A member of the crew" },
);
export type CrewCredit = Static<typeof CrewCredit>;

export const CastCredit = Type.Object(
  { ...CreatorCredit.properties, ...castFields },
  { $id: "CastCredit", description: "A member of the cast" },
);
export type CastCredit = Static<typeof CastCredit>;

export const SeriesCastCredit = Type.Object(
  {
    ...CastCredit.properties,
    episode_count: Nullable(
      WholeNumber({ description: "Episodes they appear in; null when unknown", examples: [62] }),
    ),
  },
  { $id: "SeriesCastCredit", description: "A member of the cast of a series" },
);
export type SeriesCastCredit = Static<typeof SeriesCastCredit>;

const BY_BILLING = { description: "The cast in billing order" };
const IN_ORDER = { description: "The crew in the provider's order" };

export const MovieCredits = Type.Object(
  {
    cast: ListOf(CastCredit, bounds.cast, BY_BILLING),
    crew: ListOf(CrewCredit, bounds.crew, IN_ORDER),
  },
  { $id: "MovieCredits", description: "Cast and crew of a movie" },
);
export type MovieCredits = Static<typeof MovieCredits>;

export const SeriesCredits = Type.Object(
  {
    cast: ListOf(SeriesCastCredit, bounds.cast, BY_BILLING),
    crew: ListOf(CrewCredit, bounds.crew, IN_ORDER),
    creators: ListOf(CreatorCredit, bounds.creators, {
      description: "The creators in the provider's order; they need not be in the crew",
    }),
  },
  { $id: "SeriesCredits", description: "Cast, crew and creators of a series" },
);
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

/** The type stands in the text: as a value, the rarer one seems to deserve a plan of its own for every request. */
const ofType = (title_id: SQLWrapper, type: CreditType) =>
  and(eq(credits.title_id, title_id), sql`${credits.credit_type} = ${sql.raw(`'${type}'`)}`);
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

/** The creators of a series: a list of its own at the provider, not a part of the crew. */
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

/** The creators of a series as people alone, in the same order. */
export const creatorPeopleOf = (title_id: SQLWrapper): SQL<PersonBrief[]> =>
  jsonArray(
    subquery
      .select(personBriefFields)
      .from(credits)
      .innerJoin(people, withPerson)
      .where(ofType(title_id, "creator"))
      .orderBy(...billing),
    bounds.creators,
  );

/** The first credits of a title that match, as a table in the place of all: only their people are read. */
const firstOf = (which: SQL | undefined, most: number): SQL =>
  sql`(select * from ${credits} where ${which}
    order by ${credits.position}, ${credits.id} limit ${sql.raw(String(most))}) as credits`;

const top = <Credit>(fields: SelectedFields, which: SQL | undefined, most: number): SQL<Credit[]> =>
  jsonArray<Credit>(
    subquery
      // Drizzle takes no columns of a table that is written out.
      .select(
        Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [
            name,
            is(field, PgColumn) ? sql`${field}`.as(name) : field,
          ]),
        ) as SelectedFields,
      )
      .from(firstOf(which, most))
      .innerJoin(people, withPerson)
      .orderBy(...billing) as never,
  );

/** The first `most` of the cast of a movie. */
export const topCastOf = (title_id: SQLWrapper, most: number): SQL<CastCredit[]> =>
  top(cast, ofType(title_id, "cast"), most);

/** The first `most` of the cast of a series. */
export const topSeriesCastOf = (title_id: SQLWrapper, most: number): SQL<SeriesCastCredit[]> =>
  top(seriesCast, ofType(title_id, "cast"), most);

/** The directors in the crew of a title, in the provider's order. */
export const directorsOf = (title_id: SQLWrapper): SQL<CrewCredit[]> =>
  top(crew, and(ofType(title_id, "crew"), sql`${credits.job} = 'Director'`), bounds.crew);
