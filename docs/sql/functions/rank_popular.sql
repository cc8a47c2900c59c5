-- Calls: judge_again.sql, judge_refresh.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.rank_popular()
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  movie record;
  show record;
begin
  select popularity, id into movie from movies where popularity is not null order by popularity desc nulls last, id offset 999 limit 1;
  select popularity, id into show from series where popularity is not null order by popularity desc nulls last, id offset 999 limit 1;
  update refresh_rules set movie_popularity = movie.popularity, movie_id = movie.id,
    series_popularity = show.popularity, series_id = show.id, ranked_at = now() where "only";
  perform judge_again(array_agg(kind), array_agg(external_id)) from (
    select state.kind, state.external_id
    from (
      (select id from movies where popularity is not null order by popularity desc nulls last, id limit 1000)
      union (select id from series where popularity is not null order by popularity desc nulls last, id limit 1000)
      union (select title_id from trending_entries)
    ) top
    join titles on titles.id = top.id
    join refresh_state state on state.kind = titles.kind::text::job_kind and state.external_id = titles.external_id::text
    where state.tier = 'rest'
    union all
    select state.kind, state.external_id from refresh_state state
    join provenance on provenance.provider = 'tmdb' and provenance.kind = state.kind and provenance.external_id = state.external_id
    cross join lateral judge_refresh(state.kind, provenance.entity_id) verdict
    where state.tier = 'popular' and verdict.tier <> 'popular'
  ) moved having count(*) > 0;
end $function$;
