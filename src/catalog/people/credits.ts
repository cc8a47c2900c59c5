import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { adultFilter, adultQuery, isAdult } from "~/catalog/adult";
import { localizable } from "~/catalog/language/model";
import { languageParameter } from "~/catalog/language/parameter";
import { answerStatement } from "~/catalog/language/statement";
import { castFields, crewFields } from "~/catalog/titles/credits";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { credits, movies, people, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { CreditType, TitleKind } from "~/vocabulary";

const shared = [
  "id",
  "kind",
  "title",
  "original_title",
  "year",
  "popularity",
  "vote_average",
  "vote_count",
  "poster_path",
  "adult",
] as const;

const CreditedTitle = Type.Union(
  [
    localizable("movie", Type.Pick(MovieSummary, [...shared, "release_date"]).properties, {
      $id: "CreditedMovie",
      description: "A movie in a person's credits",
    }),
    localizable("series", Type.Pick(SeriesSummary, [...shared, "first_air_date"]).properties, {
      $id: "CreditedSeries",
      description: "A series in a person's credits",
    }),
  ],
  { description: "The movie or series; `kind` says which" },
);
type CreditedTitle = Static<typeof CreditedTitle>;

const episodeCount = Nullable(
  WholeNumber({
    description: "Episodes they took part in; null when unknown and for movies",
    examples: [62],
  }),
);

const CreatorOf = Type.Object(
  { id: PublicId("credit"), title: CreditedTitle },
  { $id: "PersonCreatorCredit", description: "A series that the person created" },
);
const CrewOf = Type.Object(
  { ...CreatorOf.properties, ...crewFields, episode_count: episodeCount },
  { $id: "PersonCrewCredit", description: "A title on which the person worked" },
);
const CastOf = Type.Object(
  { ...CreatorOf.properties, ...castFields, episode_count: episodeCount },
  { $id: "PersonCastCredit", description: "A title in which the person acted" },
);

const NEWEST_FIRST = { description: "By release date, the newest first, unknown dates last" };

export const PersonCredits = Type.Object(
  {
    cast: ListOf(CastOf, bounds.person_credits, NEWEST_FIRST),
    crew: ListOf(CrewOf, bounds.person_credits, NEWEST_FIRST),
    creators: ListOf(CreatorOf, bounds.person_credits, NEWEST_FIRST),
  },
  { $id: "PersonCredits", description: "The titles that a person took part in" },
);
export type PersonCredits = Static<typeof PersonCredits>;

export const PersonCreditsQuery = Type.Object({ ...adultQuery, ...languageParameter });
export type PersonCreditsQuery = Static<typeof PersonCreditsQuery>;

type TitleTable = typeof movies | typeof series;

const sharedColumns = (kind: TitleKind, table: TitleTable) => ({
  id: publicId(kind, table.id),
  kind: sql.raw(`'${kind}'`),
  title: table.title,
  original_title: table.original_title,
  year: table.year,
  popularity: table.popularity,
  vote_average: table.vote_average,
  vote_count: table.vote_count,
  poster_path: table.poster_path,
  adult: isAdult(table),
});
const movie = jsonRow({ ...sharedColumns("movie", movies), release_date: movies.release_date });
const show = jsonRow({ ...sharedColumns("series", series), first_air_date: series.first_air_date });

const title = sql<CreditedTitle>`case when ${movies.id} is not null then ${movie} else ${show} end`;

const creator = { id: publicId("credit", credits.id).as("id"), title: title.as("title") };
const crew = {
  ...creator,
  department: credits.department,
  job: credits.job,
  episode_count: credits.episode_count,
};
const cast = {
  ...creator,
  character: credits.character,
  order: sql<number>`${credits.position}`.as("order"),
  episode_count: credits.episode_count,
};

const released = sql`coalesce(${movies.release_date}, ${series.first_air_date})`;
const newestFirst = [
  sql`${released} desc nulls last`,
  credits.title_id,
  credits.position,
  credits.id,
];

const inMovie = eq(movies.id, credits.title_id);
const inSeries = eq(series.id, credits.title_id);

/** The credits of the person in `people`, as one JSON object; `shown` says which titles are listed. */
const creditsOf = (shown: SQL): SQL<PersonCredits> => {
  const ofType = (type: CreditType) =>
    and(eq(credits.person_id, people.id), eq(credits.credit_type, type), shown);
  const rows = {
    cast: subquery.select(cast).from(credits).leftJoin(movies, inMovie).leftJoin(series, inSeries),
    crew: subquery.select(crew).from(credits).leftJoin(movies, inMovie).leftJoin(series, inSeries),
    creators: subquery
      .select(creator)
      .from(credits)
      .leftJoin(movies, inMovie)
      .leftJoin(series, inSeries),
  };
  const fields = {
    cast: jsonArray(rows.cast.where(ofType("cast")).orderBy(...newestFirst), bounds.person_credits),
    crew: jsonArray(rows.crew.where(ofType("crew")).orderBy(...newestFirst), bounds.person_credits),
    creators: jsonArray(
      rows.creators.where(ofType("creator")).orderBy(...newestFirst),
      bounds.person_credits,
    ),
  };
  return jsonRow(fields) as SQL<PersonCredits>;
};

const adult = sql`coalesce(${movies.adult}, ${series.adult})`;

/** The same for a statement that has `include_adult` as a parameter. */
export const personCredits: SQL<PersonCredits> = creditsOf(
  sql`${adult} <= (select ${parameter("include_adult")}::boolean)`,
);

/** The statement for both values of `include_adult`. */
const statement = (include_adult: PersonCreditsQuery["include_adult"]) => {
  const creditsJson = { json: jsonText(creditsOf(adultFilter(adult, include_adult))) };
  return answerStatement((db) =>
    db
      .select(creditsJson)
      .from(people)
      .where(eq(people.id, parameter("id"))),
  );
};
const byId = { true: statement("true"), false: statement("false") };

/** The credits of one person in one statement; undefined when there is no such person. */
export async function getPersonCredits(
  db: Db,
  id: string,
  { include_adult, language }: PersonCreditsQuery,
): Promise<JsonRecord<PersonCredits> | undefined> {
  return (await byId[include_adult](db, { id }, { language }))[0];
}
