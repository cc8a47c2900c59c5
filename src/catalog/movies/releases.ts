import { type Static, Type } from "@sinclair/typebox";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { adultQuery } from "~/catalog/adult";
import { MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { movies, release_dates } from "~/db/schema";
import { only } from "~/db/sql";
import { CalendarDate, OneOf } from "~/http/request/fields";
import { type JsonSlice, Page, pageQuery } from "~/http/request/page";

/** How many days around today now-playing and upcoming span; three settings. */
export type ReleaseWindows = {
  nowPlayingDaysBefore: number;
  nowPlayingDaysAfter: number;
  upcomingDays: number;
};

/** The windows without settings. */
export const defaultWindows: ReleaseWindows = {
  nowPlayingDaysBefore: 42,
  nowPlayingDaysAfter: 6,
  upcomingDays: 60,
};

/** The days of a list, both included: `2026-10-10`. */
export type Dates = { minimum: string; maximum: string };

const DAY_MS = 86_400_000;

/** The UTC date some days from a moment, whatever the server's time zone is. */
const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The days of GET /movies/now-playing. */
export const nowPlayingDates = (windows: ReleaseWindows, now: Date): Dates => ({
  minimum: dayFrom(now, -windows.nowPlayingDaysBefore),
  maximum: dayFrom(now, windows.nowPlayingDaysAfter),
});

/** The days of GET /movies/upcoming: from tomorrow on. */
export const upcomingDates = (windows: ReleaseWindows, now: Date): Dates => ({
  minimum: dayFrom(now, 1),
  maximum: dayFrom(now, windows.upcomingDays),
});

export const MovieRelease = Type.Object(
  {
    ...MovieSummary.properties,
    region_release_date: CalendarDate({
      description: "First theatrical release in the region within `dates`",
      examples: ["1999-03-31"],
    }),
    is_rerelease: Type.Boolean({
      description: "Whether it was in theatres of the region more than a year earlier already",
    }),
  },
  { $id: "MovieRelease", description: "A movie with its theatrical release in a region" },
);
export type MovieRelease = Static<typeof MovieRelease>;

export const ReleasePage = Page(
  MovieRelease,
  {
    region: Type.String({
      description: "Region of the releases, ISO 3166-1 alpha-2",
      examples: ["US"],
    }),
    dates: Type.Object(
      {
        minimum: CalendarDate({ description: "First day" }),
        maximum: CalendarDate({ description: "Last day" }),
      },
      { description: "Days of the releases, UTC; both are included" },
    ),
  },
  { $id: "ReleasePage", description: "A page of movies in theatres or soon in theatres" },
);

export const ReleaseQuery = Type.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  region: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2}$",
      filter: true,
      description:
        "ISO 3166-1 alpha-2 in either case; without it, `default_region` of GET /configuration",
      examples: ["US"],
      expected: "two letters, such as US",
    }),
  ),
  exclude_rereleases: OneOf(["true", "false"], {
    default: "false",
    description: "Whether to leave out movies that return to theatres",
  }),
  ...adultQuery,
});
export type ReleaseQuery = Static<typeof ReleaseQuery>;

const theatrical = and(
  eq(release_dates.region, parameter("region")),
  // A literal: a plan for any parameter could not use the partial index of theatrical releases.
  sql`${release_dates.release_type} = 'theatrical'`,
);

/** Each movie once, however many theatrical dates it has in the window. */
const released = subquery
  .select({
    movie_id: release_dates.movie_id,
    date: sql<string>`min(${release_dates.release_date})`.as("date"),
  })
  .from(release_dates)
  .where(
    and(
      theatrical,
      sql`${release_dates.release_date} between ${parameter("minimum")} and ${parameter("maximum")}`,
    ),
  )
  .groupBy(release_dates.movie_id)
  .as("released");

// A scalar subquery, because EXISTS would become a hash of all releases of the region.
const isRerelease = sql<boolean>`coalesce((
  select true from ${release_dates} where ${release_dates.movie_id} = ${movies.id} and ${theatrical}
    and ${release_dates.release_date} < ${released.date} - interval '1 year' limit 1), false)`;

const matching = (exclude: boolean) =>
  subquery
    .select({ id: movies.id, date: released.date, popularity: movies.popularity })
    .from(released)
    .innerJoin(movies, eq(movies.id, released.movie_id))
    .where(
      and(
        sql`${movies.adult} <= ${parameter("adult")}`,
        exclude ? sql`not ${isRerelease}` : undefined,
      ),
    );

const popular = sql`popularity desc nulls last`;
const orders = { popularity: [popular], date: [asc(sql`date`), popular] };

/** Which movies come first: the most popular, or those released next. */
export type ReleaseOrder = keyof typeof orders;

const pageOf = (order: SQL[], exclude: boolean) =>
  preparedStatement<JsonSlice<MovieRelease>>((db) => {
    const by = sql.join([...order, sql`id`], sql`, `);
    const picked = sql`(select id, date, row_number() over (order by ${by}) as place from found
      order by ${by} limit ${parameter("page_size")} offset ${parameter("offset")}) released`;
    const rows = subquery
      .select({
        ...movieSummary,
        region_release_date: sql<string>`released.date`.as("region_release_date"),
        is_rerelease: isRerelease.as("is_rerelease"),
      })
      .from(picked)
      .innerJoin(movies, eq(movies.id, sql`released.id`))
      .orderBy(sql`released.place`);
    return db
      .with(db.$with("found").as(matching(exclude)))
      .select({
        total_results: sql<number>`(select count(*)::int from found)`.as("total_results"),
        results: jsonText(jsonArray(rows as never)).as("results"),
      })
      .from(sql`(values (1)) one`) as never;
  });

const pages = {
  popularity: { true: pageOf(orders.popularity, true), false: pageOf(orders.popularity, false) },
  date: { true: pageOf(orders.date, true), false: pageOf(orders.date, false) },
};

/** A page of the movies with a theatrical release in a region (upper case) within `dates`. */
export async function listReleases(
  db: Db,
  region: string,
  dates: Dates,
  order: ReleaseOrder,
  query: ReleaseQuery,
): Promise<JsonSlice<MovieRelease>> {
  const { page, page_size, include_adult, exclude_rereleases } = query;
  const values = {
    region,
    ...dates,
    page_size,
    offset: (page - 1) * page_size,
    adult: include_adult === "true",
  };
  return only(await pages[order][exclude_rereleases](db, values));
}
