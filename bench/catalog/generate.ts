import { connect, type DatabaseAddress } from "~/db/client";

/** Number of records of each kind in a synthetic catalog. */
export const scales = {
  "10k": { movies: 10_000, series: 2_000, people: 10_000, keywords: 2_000, companies: 500 },
  "100k": { movies: 100_000, series: 20_000, people: 100_000, keywords: 12_000, companies: 5_000 },
  "1m": {
    movies: 1_000_000,
    series: 200_000,
    people: 1_000_000,
    keywords: 60_000,
    companies: 30_000,
  },
};
export type Scale = (typeof scales)["1m"];

/** The id of the n-th record of a family; ids of families do not overlap. */
const id = (family: number, n: string) =>
  `('0199' || lpad(to_hex(${family}), 4, '0') || '00007000' || '8000' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const family = { movie: 1, series: 2, person: 3, keyword: 4, company: 5, credit: 6 };

const syllables =
  "array['ma','ri','lo','ka','ten','vel','dor','shi','an','ber','co','du','el','fi','gar','ho','is','jo','ken','lu','mon','ne','or','pa','qui','ra','so','tu','ul','vi','wen','xa','yo','za','bri','cra','dre','fla','gri','plo']";
const syllable = `(${syllables})[1 + floor(40 * power(random(), 1.5))::int]`;
/** About 60,000 words; as in real titles, a few are in many names and most in few. */
const word = `(case when random() < 0.15 then 'the' else ${syllable} || ${syllable} || ${syllable} end)`;
const votes = "floor(30000 * power(random(), 20))::int";
const day = (rows: string) =>
  `case when random() < 0.95 then make_date(2027 - floor(125 * power(random(), 1.6))::int, 1, 1)
    + floor(365 * random())::int end as day, ${votes} as votes from ${rows}`;

const title = `initcap(${word} || ' ' || ${word} || case when random() < 0.5 then ' ' || ${word} else '' end)`;
const audience = `0.6 + 500 * power(random(), 12), case when votes > 0 then round((10 * sqrt(random()))::numeric, 1) end, votes, random() < 0.05`;
const overview = "repeat(md5(n::text) || ' ', 10)";

const genreId = `('01980000-0000-7000-8000-0000000000' || lpad(to_hex(1 + floor(20 * power(random(), 2))::int), 2, '0'))::uuid`;
const zipf = (count: number, power: number) => `floor(${count} * power(random(), ${power}))::int`;

const ofTitles = (kind: "movie" | "series", count: number, each: number) =>
  `(select ${id(family[kind], "n")} as title_id, n, g from generate_series(1, ${count}) n, generate_series(1, ${each}) g) t`;

const titleRows = (kind: "movie" | "series", count: number) => [
  `insert into titles (id, kind, external_id) select ${id(family[kind], "n")}, '${kind}', n from generate_series(1, ${count}) n`,
  ...[2, 1].map(
    (each) =>
      `insert into title_genres (title_id, genre_id, position) select title_id, ${genreId}, g
       from ${ofTitles(kind, count, each)} where random() < 0.7 on conflict do nothing`,
  ),
];

const statements = (scale: Scale): string[] => [
  ...titleRows("movie", scale.movies),
  ...titleRows("series", scale.series),
  `insert into movies (id, title, overview, release_date, status, runtime, popularity, vote_average, vote_count, adult)
   select ${id(family.movie, "n")}, ${title}, ${overview}, day,
     (array['released','planned','rumored','in_production','post_production','canceled'])[1 + greatest(0, floor(120 * random())::int - 114)]::movie_status,
     60 + floor(90 * random())::int, ${audience}
   from (select n, ${day(`generate_series(1, ${scale.movies}) n`)}) t`,
  `insert into series (id, title, overview, first_air_date, status, number_of_seasons, popularity, vote_average, vote_count, adult)
   select ${id(family.series, "n")}, ${title}, ${overview}, day,
     (array['ended','returning_series','canceled','planned','in_production','pilot'])[1 + floor(6 * power(random(), 3))::int]::series_status,
     1 + floor(9 * random())::int, ${audience}
   from (select n, ${day(`generate_series(1, ${scale.series}) n`)}) t`,
  `insert into keywords (id, external_id, name) select ${id(family.keyword, "n")}, n, 'keyword ' || n
   from generate_series(0, ${scale.keywords - 1}) n`,
  ...(["movie", "series"] as const).map(
    (kind) =>
      `insert into title_keywords (title_id, keyword_id) select title_id, ${id(family.keyword, zipf(scale.keywords, 3))}
       from ${ofTitles(kind, kind === "movie" ? scale.movies : scale.series, 3)} where random() < 0.8 on conflict do nothing`,
  ),
  `insert into people (id, external_id, name, known_for_department, popularity, adult)
   select ${id(family.person, "n")}, n, ${title},
     (array['Acting','Directing','Writing','Production','Sound','Camera','Art','Editing','Crew','Lighting'])[1 + floor(10 * power(random(), 3))::int],
     20 * power(random(), 12), random() < 0.05
   from generate_series(0, ${scale.people - 1}) n`,
  `insert into credits (id, title_id, credit_type, external_id, person_id, position, department, job, character)
   select ${id(family.credit, "n * 8 + g")}, title_id, case when g <= 4 then 'cast' else 'crew' end::credit_type,
     n || '-' || g, ${id(family.person, zipf(scale.people, 2))}, g, 'Writing', 'Writer', 'Somebody'
   from ${ofTitles("movie", scale.movies, 6)}`,
  `insert into companies (id, external_id, company_type, name, country)
   select ${id(family.company, "n")}, n, (array['production_company','network'])[1 + n % 2]::company_type, ${title},
     (array['US','DE','FR'])[1 + n % 3] from generate_series(1, ${scale.companies}) n`,
  `insert into release_dates (movie_id, region, position, release_type, is_limited, release_date)
   select id, (array['US','DE','FR','GB','JP','BR','IN','ES'])[1 + floor(8 * power(random(), 2))::int], g,
     case when random() < 0.7 then 'theatrical' else 'digital' end::release_type, false, release_date + floor(60 * random())::int
   from movies, generate_series(0, 1) g where release_date is not null on conflict do nothing`,
  "insert into trending_lists (kind, \"window\", refreshed_at) select kind, w::trending_window, now() from unnest(enum_range(null::title_kind)) kind, unnest(array['day','week']) w",
  `insert into trending_entries (kind, "window", rank, title_id)
   select l.kind, l.window, r, case l.kind when 'movie' then ${id(family.movie, "r * 7")} else ${id(family.series, "r * 7")} end
   from trending_lists l, generate_series(1, 20) r`,
];

const plainIndexes = `select indexname, indexdef from pg_indexes where schemaname = 'public'
  and not exists (select from pg_constraint where conname = indexname) and indexdef not like '%UNIQUE%'
  and tablename in ('movies', 'series', 'people', 'credits', 'title_genres', 'title_keywords', 'release_dates', 'keywords')`;

/**
 * Fills a migrated, empty database with a synthetic catalog. The numbers are pseudorandom with a fixed
 * seed; the popularity of genres, keywords and people follows a Zipf distribution. Prints the time of each step.
 */
export async function fillCatalog(
  address: DatabaseAddress,
  scale: Scale,
  print: (line: string) => void,
): Promise<void> {
  const driver = connect(address, { max: 1, fetch_types: false, onnotice: () => {} });
  const step = async (text: string) => {
    const before = performance.now();
    await driver.unsafe(text);
    const seconds = ((performance.now() - before) / 1_000).toFixed(1);
    print(`${seconds} s  ${text.replace(/\s+/g, " ").slice(0, 60)}`);
  };
  // recount_catalog() counts at once what triggers would count row by row.
  await driver.unsafe("set session_replication_role = replica");
  await driver.unsafe(
    "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'",
  );
  await driver.unsafe("select setseed(0.42)");
  const indexes = await driver.unsafe<{ indexname: string; indexdef: string }[]>(plainIndexes);
  for (const { indexname } of indexes) await driver.unsafe(`drop index ${indexname}`);
  for (const statement of statements(scale)) await step(statement);
  await step("select recount_catalog()");
  await step("select refresh_genre_labels()");
  for (const { indexdef } of indexes) await step(indexdef);
  await step("vacuum analyze");
  await driver.end();
}
