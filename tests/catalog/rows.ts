import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { moment, stamps, uuid } from "./ids";

type Insert<T extends PgTable> = T["$inferInsert"];
type Movie = Partial<Insert<typeof schema.movies>>;
type Series = Partial<Insert<typeof schema.series>>;

/** The movie with the n-th id; its id at the provider is n. */
export async function givenMovie(db: Db, n: number, movie: Movie = {}): Promise<void> {
  await db.insert(schema.titles).values({ id: uuid(n), kind: "movie", external_id: n });
  await db.insert(schema.movies).values({ id: uuid(n), title: `Movie ${n}`, ...stamps, ...movie });
}

/** The series with the n-th id; its id at the provider is n. */
export async function givenSeries(db: Db, n: number, series: Series = {}): Promise<void> {
  await db.insert(schema.titles).values({ id: uuid(n), kind: "series", external_id: n });
  await db
    .insert(schema.series)
    .values({ id: uuid(n), title: `Series ${n}`, ...stamps, ...series });
}

/** Sets when everything was stored to the moment of the tests: rows that were added to an entity moved it. */
export async function givenMoment(db: Db): Promise<void> {
  for (const table of [schema.movies, schema.series, schema.collections, schema.companies]) {
    await db.update(table).set({ updated_at: moment });
  }
}

export async function givenPerson(db: Db, n: number, name: string): Promise<void> {
  await db.insert(schema.people).values({
    id: uuid(n),
    external_id: n,
    name,
    known_for_department: "Acting",
    profile_path: `/person${n}.jpg`,
  });
}

export async function givenFetched(db: Db, kind: "movie" | "series", n: number): Promise<void> {
  await db.insert(schema.provenance).values({
    kind,
    external_id: String(n),
    entity_id: uuid(n),
    endpoint: `/${kind}/${n}`,
    payload_hash: "0",
    reading: 1,
    fetched_at: moment,
    job_id: uuid(n),
    run: 1,
  });
}

/** Three watch providers, and offers of them for the title in two countries. */
export async function givenOfferings(db: Db, n: number): Promise<void> {
  await db.insert(schema.watch_providers).values([
    { id: uuid(0xa1), external_id: 8, name: "Brook", logo_path: "/brook.png", display_priority: 9 },
    { id: uuid(0xa2), external_id: 9, name: "Alder", display_priority: 2 },
    { id: uuid(0xa3), external_id: 10, name: "Cedar" },
  ]);
  const title_id = uuid(n);
  const offer = (country: string, monetization: "flatrate" | "rent" | "buy", provider: number) => ({
    title_id,
    country,
    monetization,
    watch_provider_id: uuid(provider),
  });
  await db
    .insert(schema.offerings)
    .values([
      offer("US", "buy", 0xa3),
      { ...offer("US", "flatrate", 0xa1), display_priority: 2 },
      offer("US", "flatrate", 0xa2),
      offer("US", "flatrate", 0xa3),
      offer("DE", "rent", 0xa2),
    ]);
  await db.insert(schema.offering_links).values([
    { title_id, country: "US", link: "https://watch.example/us" },
    { title_id, country: "FR", link: "https://watch.example/fr" },
  ]);
}

const brook = { provider_id: 8, provider_name: "Brook", logo_path: "/brook.png" };
const alder = { provider_id: 9, provider_name: "Alder", logo_path: null, display_priority: 2 };
const cedar = { provider_id: 10, provider_name: "Cedar", logo_path: null, display_priority: null };

/** What {@link givenOfferings} looks like from outside. */
export const offerings = {
  attribution: {
    source: "JustWatch",
    text: "Watch provider data by JustWatch.",
    url: "https://www.justwatch.com",
  },
  results: {
    DE: { link: null, rent: [alder] },
    US: {
      link: "https://watch.example/us",
      flatrate: [alder, { ...brook, display_priority: 2 }, cedar],
      buy: [cedar],
    },
  },
};

/** Images of a title whose poster is /b.jpg: two posters, a backdrop and a logo. */
export async function givenImages(
  db: Db,
  owner_kind: "movie" | "series",
  n: number,
): Promise<void> {
  const owner = { owner_kind, owner_id: uuid(n) };
  await db.insert(schema.artwork).values([
    { ...owner, id: uuid(0xb1), type: "poster", file_path: "/a.jpg", language: "en", position: 0 },
    {
      ...owner,
      id: uuid(0xb2),
      type: "poster",
      file_path: "/b.jpg",
      width: 2000,
      height: 3000,
      aspect_ratio: 0.667,
      vote_average: 5.3,
      vote_count: 12,
      position: 1,
    },
    { ...owner, id: uuid(0xb3), type: "backdrop", file_path: "/c.jpg", position: 0 },
    { ...owner, id: uuid(0xb4), type: "logo", file_path: "/d.png", language: "de", position: 0 },
  ]);
}

/** Clips of a title: on the two sites with known addresses, one elsewhere and one with a strange key. */
export async function givenVideos(db: Db, n: number): Promise<void> {
  const video = (id: number, site: string, key: string, position: number) => ({
    id: uuid(id),
    title_id: uuid(n),
    external_id: `v${id}`,
    site,
    key,
    position,
  });
  await db.insert(schema.videos).values([
    video(0xc3, "Elsewhere", "k3", 3),
    {
      ...video(0xc1, "YouTube", "a_B-1", 1),
      name: "Trailer",
      type: "Trailer",
      official: true,
      language: "en",
      published_at: moment,
    },
    video(0xc2, "Vimeo", "42", 2),
    video(0xc4, "YouTube", "a&b", 4),
  ]);
}
