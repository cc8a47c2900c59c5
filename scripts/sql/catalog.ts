import type postgres from "postgres";
import { keepEpoch } from "~/changes/epoch";
import { bringUpToDate } from "~/positions/upkeep";
import { refreshAllNames } from "~/search/names";
import { fillCatalog } from "../../bench/catalog/generate";
import type { TestDatabase } from "../../tests/support/database";
import { idOf } from "./records";

/** Large enough that reading a whole table is visible in a plan, small enough to be made in seconds. */
const scale = { movies: 8_000, series: 2_000, people: 8_000, keywords: 2_000, companies: 1_000 };

/** ANALYZE samples 300 times as many rows: all rows of every table, so that statistics are not random. */
const STATISTICS_TARGET = 200;

const titles = (kind: string) => `(select id, external_id as n from titles where kind = '${kind}')`;
const person = (n: string) => idOf("person", `(${n}) % ${scale.people}`);
const stamp = "timestamptz '2026-11-01 12:00:00+00'";

/** Parts of titles that the catalog of the benchmark does not have; nothing is random. */
const parts = [
  `insert into collections (id, external_id, name, parts_total)
   select ${idOf("collection", "c")}, c, 'Collection ' || c, 3 from generate_series(0, 699) c`,
  `insert into collection_parts (collection_id, external_id, position)
   select ${idOf("collection", "n / 12")}, n, n % 12 from ${titles("movie")} t where n % 12 < 3 and n < 8000`,
  `update movies set collection_id = ${idOf("collection", "n / 12")}
   from ${titles("movie")} t where t.id = movies.id and n % 12 < 3 and n < 8000`,
  `insert into seasons (id, series_id, season_number, title, episode_count, episodes_ingested, air_date)
   select ${idOf("season", "n * 2 + s")}, id, s, 'Season ' || s, 4, true, date '2000-01-01' + n
   from ${titles("series")} t, generate_series(1, 2) s`,
  `insert into episodes (id, series_id, season_id, episode_number, title, air_date)
   select ${idOf("episode", "(n * 2 + s) * 4 + e")}, id, ${idOf("season", "n * 2 + s")}, e, 'Episode ' || e, date '2000-01-01' + n + e
   from ${titles("series")} t, generate_series(1, 2) s, generate_series(1, 4) e`,
  `insert into episode_credits (id, episode_id, credit_type, external_id, person_id, position)
   select ${idOf("episode_credit", "n * 16 + k")}, ${idOf("episode", "n * 8 + 5 + k / 2")},
     (array['guest_star', 'crew']::episode_credit_type[])[1 + k % 2], n || '-' || k, ${person("n * 7 + k")}, k
   from ${titles("series")} t, generate_series(0, 7) k`,
  `insert into credits (id, title_id, credit_type, external_id, person_id, position, character)
   select ${idOf("series_credit", "n * 4 + k")}, id, (array['creator', 'cast', 'cast', 'cast']::credit_type[])[1 + k],
     n || '-' || k, ${person("n * 5 + k * k")}, k, 'Somebody'
   from ${titles("series")} t, generate_series(0, 3) k`,
  `insert into artwork (id, owner_kind, owner_id, type, file_path, language, vote_average, position)
   select ${idOf("artwork", "row_number() over (order by kind, external_id, a)")}, kind::text::artwork_owner, id,
     (array['poster', 'backdrop', 'poster', 'logo']::artwork_type[])[1 + a], '/' || kind || external_id || '-' || a || '.jpg',
     (array['en', 'xx', 'de', 'en'])[1 + a], 5 + a, a
   from titles, generate_series(0, 3) a`,
  `insert into videos (id, title_id, external_id, site, key, name, type, official, position)
   select ${idOf("video", "row_number() over (order by kind, external_id, v)")}, id, 'v' || v, 'YouTube', 'key' || external_id,
     'Trailer ' || v, 'Trailer', v = 0, v from titles, generate_series(0, 1) v`,
  `insert into alternate_titles (title_id, position, country_code, title)
   select id, a, (array['DE', 'FR'])[1 + a], 'Other ' || kind || ' ' || external_id || ' ' || a
   from titles, generate_series(0, 1) a where external_id % 10 = 0`,
  `insert into recommendations (title_id, position, external_id)
   select id, r, 1 + (n * 31 + r * 97) % 9000 from ${titles("movie")} t, generate_series(0, 4) r`,
  `insert into watch_providers (id, external_id, name, display_priority)
   select ${idOf("provider", "w")}, w, 'Watch ' || w, w from generate_series(0, 39) w`,
  `insert into offerings (title_id, country, monetization, watch_provider_id, display_priority)
   select id, (array['US', 'DE'])[1 + o % 2], (array['flatrate', 'rent', 'buy']::monetization[])[1 + o % 3],
     ${idOf("provider", "(external_id + o * 7) % 40")}, o from titles, generate_series(0, 3) o`,
  `insert into offering_links (title_id, country, link)
   select id, c, 'https://watch.example/' || external_id from titles, unnest(array['US', 'DE']) c`,
  `insert into content_ratings (title_id, position, country, rating, descriptors)
   select id, r, (array['US', 'DE'])[1 + r], '16', '{}' from ${titles("series")} t, generate_series(0, 1) r`,
  `insert into title_companies (title_id, company_id, position)
   select id, ${idOf("company", `1 + (external_id * 13 + c * 501) % ${scale.companies}`)}, c
   from titles, generate_series(0, 1) c`,
];

const USERS = 2_000;

/** Five movies and five series per account, spread by `step`. */
const marked = (step: number) => `(
  select ${idOf("user", "u")} as user_id, id as title_id, n, ${stamp} + interval '1 minute' * n as at
  from generate_series(1, ${USERS}) u, generate_series(0, 9) k join titles
    on kind = (array['movie', 'series']::title_kind[])[1 + k % 2] cross join lateral (select external_id as n) e
  where n = 1 + (u * ${step} + k * 97) % ${scale.series})`;

/** The data of accounts and operators. */
const records = [
  `insert into users (id, email, display_name, password_hash, created_at)
   select ${idOf("user", "u")}, 'user' || u || '@example.org', 'User ' || u, 'none', ${stamp} from generate_series(1, ${USERS}) u`,
  `insert into ratings (user_id, title_id, value, created_at, updated_at)
   select user_id, title_id, 1 + n % 10, at, at from ${marked(61)} t on conflict do nothing`,
  `insert into watchlist_entries (user_id, title_id, added_at)
   select user_id, title_id, at from ${marked(37)} t on conflict do nothing`,
  `insert into jobs (id, kind, external_id, status, attempts, next_attempt_at, started_at, finished_at, parent_id, created_at, updated_at)
   select ${idOf("job", "j")}, (array['movie', 'series', 'person', 'season', 'movie']::job_kind[])[1 + j % 5], j::text, status, 1,
     case when status = 'queued' then ${stamp} end, ${stamp}, case when status <> 'queued' then ${stamp} end,
     case when j % 5 = 3 then ${idOf("job", "j - 2")} end, ${stamp}, ${stamp}
   from generate_series(1, 5000) j, lateral (
     select (case when j % 50 = 0 then 'failed' when j % 40 = 0 then 'queued' else 'succeeded' end)::job_status as status) s`,
  `insert into imports (id, kind, source, include_seasons, again, total, skipped, invalid, pending, succeeded, has_entries,
     resumed_at, finished_at, created_at, updated_at)
   select ${idOf("import", "i")}, 'movie', 'movie_ids.json.gz', false, false, 1000, 0, 0, 0, 1000, false, ${stamp}, ${stamp},
     ${stamp}, ${stamp} from generate_series(1, 50) i`,
  `insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
   select kind::text::job_kind, external_id::text, id, '/' || kind || '/' || external_id, md5(external_id::text), 1, ${stamp},
     ${idOf("job", "1 + external_id % 5000")}, 1 from titles`,
  `insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
   select 'person', external_id::text, id, '/person/' || external_id, md5(external_id::text), 1, ${stamp},
     ${idOf("job", "1 + external_id % 5000")}, 1 from people`,
  `insert into changes (kind, entity_id, sequence, created_sequence, state, changed_at, external_id, parent_id, created_at, groups, group_times)
   select kind::text::change_kind, id, n, n - n % 3, 'live', ${stamp}, external_id, null, ${stamp},
     case when n % 3 = 0 then '{}' else array[n, null, n - 1] end, '{}'
   from (select *, row_number() over (order by external_id, kind) as n from titles) numbered`,
  `update change_counter set epoch = '5e1f09ab', sequence = (select max(sequence) from changes)`,
];

/**
 * Fills a migrated, empty database with the catalog that the plans are made for: the same rows in the same
 * physical order with the same statistics on every machine. Takes about 20 s.
 */
export async function fillExamples({ address, db, driver }: TestDatabase): Promise<void> {
  await fillCatalog(address, scale, () => {});
  await driver.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of [...parts, ...records]) await tx.unsafe(statement);
  });
  await refreshAllNames(db);
  await bringUpToDate(db);
  await keepEpoch(db);
  await settle(driver);
}

/** Rewrites the tables: no dead rows, a complete visibility map and exact statistics. */
async function settle(driver: postgres.Sql): Promise<void> {
  await driver.unsafe("vacuum full");
  await driver.unsafe(`set default_statistics_target = ${STATISTICS_TARGET}`);
  await driver.unsafe("vacuum analyze");
  const sampled = await driver<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${300 * STATISTICS_TARGET}`;
  if (sampled.length > 0) throw new Error(`too many rows: ${sampled.map(({ name }) => name)}`);
}
