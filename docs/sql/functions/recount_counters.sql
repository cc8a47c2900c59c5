-- Calls: add_title_counts.sql, genre_mask_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.recount_counters()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table titles, movies, series, people, title_genres, title_keywords, keywords, companies, collections,
    release_dates in share row exclusive mode;
  update movies set genre_mask = genre_mask_of(id) where genre_mask <> genre_mask_of(id);
  update series set genre_mask = genre_mask_of(id) where genre_mask <> genre_mask_of(id);
  update title_keywords listed set kind = title.kind, year = title.year, status = title.status,
      genre_mask = title.genre_mask, adult = title.adult
    from (
      select id, 'movie'::title_kind as kind, year, status::text, genre_mask, adult from movies
      union all
      select id, 'series', year, status::text, genre_mask, adult from series
    ) title
    where listed.title_id = title.id
      and (listed.kind, listed.year, listed.status, listed.genre_mask, listed.adult)
        is distinct from (title.kind, title.year, title.status, title.genre_mask, title.adult);
  update people set adult = false where adult is null and removed_at is null;
  delete from title_counts;
  delete from title_totals;
  perform add_title_counts('movie', array_agg(genre_mask), array_agg(year), array_agg(status::text),
      array_agg(adult), array_agg(n))
    from (select genre_mask, year, status, adult, count(*) as n from movies group by 1, 2, 3, 4) stored
    having count(*) > 0;
  perform add_title_counts('series', array_agg(genre_mask), array_agg(year), array_agg(status::text),
      array_agg(adult), array_agg(n))
    from (select genre_mask, year, status, adult, count(*) as n from series group by 1, 2, 3, 4) stored
    having count(*) > 0;
  delete from person_counts;
  insert into person_counts (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), 0, count(*) from people
    where removed_at is null group by 1, 2;
  delete from keyword_counts;
  insert into keyword_counts (keyword_id, kind, shard, n)
    select keyword_id, kind, 0, count(*) from title_keywords where not adult group by 1, 2;
  delete from record_counts;
  insert into record_counts (kind, shard, n)
    select 'keyword', 0, count(*) from keywords
    union all select 'company', 0, count(*) from companies
    union all select 'collection', 0, count(*) from collections where removed_at is null;
  delete from theatrical_releases;
  insert into theatrical_releases table theatrical_releases_now;
end $function$;
