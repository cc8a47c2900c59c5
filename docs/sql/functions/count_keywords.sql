-- Calls: counter_shard.sql
-- Trigger: title_keywords_counted_delete AFTER DELETE ON public.title_keywords REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_keywords()
-- Trigger: title_keywords_counted_insert AFTER INSERT ON public.title_keywords REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_keywords()
-- Trigger: title_keywords_counted_truncate AFTER TRUNCATE ON public.title_keywords FOR EACH STATEMENT EXECUTE FUNCTION count_keywords()
-- Trigger: title_keywords_counted_update AFTER UPDATE ON public.title_keywords REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_keywords()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.count_keywords()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from keyword_counts;
  elsif tg_op = 'INSERT' then
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), count(*) from after_rows where not adult group by 1, 2
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), -count(*) from before_rows where not adult group by 1, 2
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into keyword_counts as stored (keyword_id, kind, shard, n)
    select keyword_id, kind, (select counter_shard()), sum(n)
    from (
      select keyword_id, kind, 1 as n from after_rows where not adult
      union all
      select keyword_id, kind, -1 from before_rows where not adult
    ) moved
    group by 1, 2 having sum(n) <> 0
    on conflict (keyword_id, kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $function$;
