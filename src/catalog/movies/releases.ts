import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { localizable } from "~/catalog/language/model";
import type { Asked } from "~/catalog/records/asked";
import { regionalListParameters } from "~/catalog/records/list-parameters";
import { pageStatement } from "~/catalog/records/page";
import { movieListFields, movieListIncludes } from "~/catalog/titles/list-includes";
import { MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { movies, theatrical_releases } from "~/db/schema";
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

export const MovieRelease = localizable(
  "movie",
  {
    ...MovieSummary.properties,
    region_release_date: CalendarDate({
      description: "First theatrical release in the region within `dates`",
      examples: ["1999-03-31"],
    }),
    is_rerelease: Type.Boolean({
      description: "Whether it was in theatres of the region more than a year earlier already",
    }),
    ...movieListFields,
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
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  region: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2}$",
      alias: "country",
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
  ...regionalListParameters,
});
export type ReleaseQuery = Static<typeof ReleaseQuery>;

/** The dates in the window that are the first ones of their movies there: each movie once. */
const released = and(
  eq(theatrical_releases.region, parameter("region")),
  sql`${theatrical_releases.release_date} between ${parameter("minimum")} and ${parameter("maximum")}`,
  sql`(${theatrical_releases.previous_date} is null or ${theatrical_releases.previous_date} < ${parameter("minimum")})`,
  // false is less than true: one text with and without adult titles or re-releases.
  sql`${theatrical_releases.adult} <= ${parameter("adult")}`,
  sql`${theatrical_releases.is_rerelease} <= ${parameter("rereleases")}`,
);

const popular = sql`popularity desc nulls last`;
const orders = { popularity: [popular], date: [sql`release_date`, popular] };

/** Which movies come first: the most popular, or those released next. */
export type ReleaseOrder = keyof typeof orders;

const pageOf = (order: SQL[]) =>
  pageStatement<JsonSlice<MovieRelease>>((db) => {
    const total = subquery
      .select({ total: sql`count(*)::int` })
      .from(theatrical_releases)
      .where(released);
    const by = sql.join([...order, sql`movie_id`], sql`, `);
    // A literal LIMIT and an OFFSET that PostgreSQL cannot know: it would plan each page anew.
    const listed = sql`(select *, row_number() over () as place from (
      select movie_id, release_date, is_rerelease from ${theatrical_releases} where ${released}
      order by ${by} limit 50 offset (select ${parameter("offset")}::bigint)) ordered
      limit ${parameter("page_size")}) listed`;
    const rows = subquery
      .select({
        ...movieSummary,
        region_release_date: sql<string>`listed.release_date`.as("region_release_date"),
        is_rerelease: sql<boolean>`listed.is_rerelease`.as("is_rerelease"),
      })
      .from(listed)
      .innerJoin(movies, eq(movies.id, sql`listed.movie_id`))
      .orderBy(sql`listed.place`);
    return db
      .select({
        total_results: sql<number>`${total}`.as("total_results"),
        results: jsonText(jsonArray(rows as never)).as("results"),
      })
      .from(sql`(values (1)) one`) as never;
  }, movieListIncludes);

const pages = { popularity: pageOf(orders.popularity), date: pageOf(orders.date) };

/** A page of the movies with a theatrical release in a region (upper case) within `dates`. */
export async function listReleases(
  db: Db,
  region: string,
  dates: Dates,
  order: ReleaseOrder,
  query: ReleaseQuery,
  asked: Asked = {},
): Promise<JsonSlice<MovieRelease>> {
  const { page, page_size, include_adult, exclude_rereleases } = query;
  const values = {
    region,
    ...dates,
    page_size,
    offset: (page - 1) * page_size,
    adult: include_adult === "true",
    rereleases: exclude_rereleases === "false",
  };
  return only(await pages[order](db, values, asked));
}
