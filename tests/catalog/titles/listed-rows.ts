import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";

/** The numbers of the movies and series that {@link givenListed} stores. */
export const movieNumbers = Array.from({ length: 30 }, (_, n) => n + 1);
export const seriesNumbers = Array.from({ length: 20 }, (_, n) => n + 101);
const people = Array.from({ length: 40 }, (_, n) => n + 1_001);
const keywords = Array.from({ length: 12 }, (_, n) => n + 2_001);
const watchProviders = Array.from({ length: 5 }, (_, n) => n + 3_001);

/** The company and the movie whose lists are all titles. */
export const company = 4_001;
export const recommending = 1;

/** Numbers that look random and are the same in every run: from 0 to `below`, excluded. */
let state = 13;
const draw = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
};
const some = <T>(values: readonly T[], most: number): T[] => {
  const drawn = Array.from({ length: draw(most + 1) }, () => values[draw(values.length)] as T);
  return [...new Set(drawn)];
};

type Credit = (typeof schema.credits)["$inferInsert"];
let credit = 0;

/** Positions have gaps and come twice, as they do at the provider. */
function creditsOf(n: number, type: Credit["credit_type"], most: number): Credit[] {
  return some(people, most).map((person) => {
    credit += 1;
    return {
      id: uuid(10_000 + credit),
      title_id: uuid(n),
      credit_type: type,
      external_id: `c${credit}`,
      person_id: uuid(person),
      character: type === "cast" && draw(3) > 0 ? `Role "${credit}" \\ ${n}` : null,
      department: type === "crew" ? "Directing" : null,
      job:
        type === "crew" ? ([null, "Director", "Director", "Co-Director"][draw(4)] ?? null) : null,
      position: draw(12),
      episode_count: type === "cast" && n > 100 ? draw(60) : null,
    };
  });
}

async function givenOffers(db: Db, n: number): Promise<void> {
  for (const country of some(["US", "DE", "FR"], 3)) {
    const offers = some(watchProviders, 4).map((provider) => ({
      title_id: uuid(n),
      country,
      monetization: (["flatrate", "rent", "buy"] as const)[draw(3)] ?? "buy",
      watch_provider_id: uuid(provider),
      display_priority: draw(2) === 0 ? null : draw(5),
    }));
    if (offers.length > 0) await db.insert(schema.offerings).values(offers);
    if (draw(2) === 0) {
      const link = `https://watch.example/${n}/${country}?it's`;
      await db.insert(schema.offering_links).values({ title_id: uuid(n), country, link });
    }
  }
}

const facts = (n: number) => ({
  popularity: draw(9),
  external_ids: draw(2) === 0 ? {} : { imdb: `tt${n}`, wikidata: `Q${n}` },
});

async function givenLists(db: Db): Promise<void> {
  const both = { movie: movieNumbers, series: seriesNumbers };
  const lists = (["movie", "series"] as const).flatMap((kind) =>
    (["day", "week"] as const).map((window) => ({ kind, window })),
  );
  const now = new Date().toISOString();
  await db
    .insert(schema.trending_lists)
    .values(lists.map((list) => ({ ...list, refreshed_at: now })));
  await db
    .insert(schema.trending_entries)
    .values(
      lists.flatMap((list) =>
        both[list.kind].map((n, place) => ({ ...list, rank: place + 1, title_id: uuid(n) })),
      ),
    );
  await db
    .insert(schema.recommendations)
    .values(
      movieNumbers.map((n) => ({ title_id: uuid(recommending), position: n, external_id: n })),
    );
  await db.insert(schema.release_dates).values(
    movieNumbers.map((n) => ({
      movie_id: uuid(n),
      region: "US",
      release_type: "theatrical" as const,
      is_limited: false,
      release_date: n % 2 === 0 ? "2026-11-10" : "2026-12-10",
      position: 0,
    })),
  );
}

/** Movies and series with credits, keywords, offers and external ids, all drawn, in every list of titles. */
export async function givenListed(db: Db): Promise<void> {
  for (const n of people) await givenPerson(db, n, `Person ${n}`);
  await db
    .insert(schema.keywords)
    .values(keywords.map((n) => ({ id: uuid(n), external_id: n, name: `word ${n % 5} ${n}` })));
  await db
    .insert(schema.watch_providers)
    .values(watchProviders.map((n) => ({ id: uuid(n), external_id: n, name: `Brook's ${n % 3}` })));
  const made = { id: uuid(company), external_id: 1, name: "All", country: null };
  await db.insert(schema.companies).values({ ...made, company_type: "production_company" });
  for (const n of movieNumbers) await givenMovie(db, n, facts(n));
  for (const n of seriesNumbers) await givenSeries(db, n, facts(n));
  for (const n of [...movieNumbers, ...seriesNumbers]) {
    const credits = [
      ...creditsOf(n, "cast", 12),
      ...creditsOf(n, "crew", 8),
      ...(n > 100 ? creditsOf(n, "creator", 3) : []),
    ];
    if (credits.length > 0) await db.insert(schema.credits).values(credits);
    const labels = some(keywords, 6).map((keyword) => ({
      title_id: uuid(n),
      keyword_id: uuid(keyword),
    }));
    if (labels.length > 0) await db.insert(schema.title_keywords).values(labels);
    await givenOffers(db, n);
    await db
      .insert(schema.title_companies)
      .values({ title_id: uuid(n), company_id: uuid(company), position: 0 });
  }
  await givenLists(db);
}
