import type postgres from "postgres";
import { genres } from "~/vocabulary";

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** The ids of the rows of {@link oneOfEach}. */
export const ID = {
  movie: uuid(1),
  series: uuid(2),
  season: uuid(3),
  episode: uuid(4),
  person: uuid(5),
  collection: uuid(6),
  company: uuid(7),
  keyword: uuid(8),
  provider: uuid(9),
} as const;

const genre = genres[0].id;

/** A catalog with one entity of each kind and one row of everything that belongs to it, in one transaction. */
export const oneOfEach = (driver: postgres.Sql): Promise<unknown> =>
  driver
    .unsafe(
      `insert into keywords (id, external_id, name) values ('${ID.keyword}', 1, 'k');
      insert into companies (id, external_id, company_type, name) values ('${ID.company}', 1, 'network', 'c');
      insert into watch_providers (id, external_id, name) values ('${ID.provider}', 1, 'w');
      insert into people (id, external_id, name) values ('${ID.person}', 1, 'p');
      insert into collections (id, external_id, name) values ('${ID.collection}', 1, 'c');
      insert into titles (id, kind, external_id) values ('${ID.movie}', 'movie', 1), ('${ID.series}', 'series', 1);
      insert into movies (id, title) values ('${ID.movie}', 'm');
      insert into series (id, title) values ('${ID.series}', 's');
      insert into seasons (id, series_id, season_number) values ('${ID.season}', '${ID.series}', 1);
      insert into episodes (id, series_id, season_id, episode_number)
        values ('${ID.episode}', '${ID.series}', '${ID.season}', 1);
      insert into alternate_titles (title_id, position, title) values ('${ID.movie}', 0, 'a');
      insert into videos (id, title_id, external_id, site, key, position)
        values (gen_random_uuid(), '${ID.movie}', 'v', 'YouTube', 'k', 0);
      insert into recommendations (title_id, position, external_id) values ('${ID.movie}', 0, 0);
      insert into offerings (title_id, country, monetization, watch_provider_id)
        values ('${ID.movie}', 'US', 'flatrate', '${ID.provider}');
      insert into offering_links (title_id, country) values ('${ID.movie}', 'US');
      insert into content_ratings (title_id, position, country, rating, descriptors)
        values ('${ID.series}', 0, 'US', '16', '{}');
      insert into release_dates (movie_id, region, position, release_type, is_limited, release_date)
        values ('${ID.movie}', 'US', 0, 'theatrical', false, '2000-01-01');
      insert into title_genres (title_id, genre_id, position) values ('${ID.movie}', '${genre}', 0);
      insert into title_keywords (title_id, keyword_id) values ('${ID.movie}', '${ID.keyword}');
      insert into title_companies (title_id, company_id, position) values ('${ID.movie}', '${ID.company}', 0);
      insert into credits (id, title_id, credit_type, external_id, person_id, position)
        values (gen_random_uuid(), '${ID.movie}', 'cast', 'c', '${ID.person}', 0);
      insert into episode_credits (id, episode_id, credit_type, external_id, person_id, position)
        values (gen_random_uuid(), '${ID.episode}', 'crew', 'c', '${ID.person}', 0);
      insert into artwork (id, owner_kind, owner_id, type, file_path, position)
        values (gen_random_uuid(), 'movie', '${ID.movie}', 'poster', '/a.jpg', 0);
      insert into translations (owner_kind, owner_id, language, country, title)
        values ('movie', '${ID.movie}', 'fr', 'CA', 't');
      insert into collection_parts (collection_id, external_id, position) values ('${ID.collection}', 1, 1);
      insert into trending_lists (kind, "window", refreshed_at) values ('movie', 'day', now());
      insert into trending_entries (kind, "window", rank, title_id) values ('movie', 'day', 1, '${ID.movie}')`,
    )
    .simple();
