-- Calls: judge_again.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.rank_popular()
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  moved uuid[];
begin
  with top as materialized (
    (select id from movies where popularity is not null order by popularity desc nulls last, id limit 1000)
    union (select id from series where popularity is not null order by popularity desc nulls last, id limit 1000)
    union (select title_id from trending_entries)
  ),
  entered as (
    insert into popular_titles select id from top except select title_id from popular_titles
    on conflict do nothing returning title_id
  ),
  gone as (
    delete from popular_titles where title_id in (select title_id from popular_titles except select id from top) returning title_id
  )
  select array(select title_id from entered union all select title_id from gone) into moved;
  update refresh_rules set ranked_at = now(),
    every_movie = (select count(*) < 1000 from (select from movies where popularity is not null limit 1000) counted),
    every_series = (select count(*) < 1000 from (select from series where popularity is not null limit 1000) counted)
  where "only";
  perform judge_again(array_agg(kind::text::job_kind), array_agg(external_id::text)) from titles where id = any(moved) having count(*) > 0;
end $function$;
