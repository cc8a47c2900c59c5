-- Calls: add_title_counts.sql, genre_mask_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.recount_catalog()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table titles, movies, series, people, title_genres, title_keywords in share row exclusive mode;
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
  delete from title_counts;
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
    select coalesce(known_for_department, ''), coalesce(adult, false), 0, count(*) from people group by 1, 2;
end $function$;
