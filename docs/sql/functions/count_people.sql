-- Calls: counter_shard.sql
-- Trigger: people_counted_delete AFTER DELETE ON public.people REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people()
-- Trigger: people_counted_insert AFTER INSERT ON public.people REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people()
-- Trigger: people_counted_truncate AFTER TRUNCATE ON public.people FOR EACH STATEMENT EXECUTE FUNCTION count_people()
-- Trigger: people_counted_update AFTER UPDATE ON public.people REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.count_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from person_counts;
    return null;
  elsif tg_op = 'INSERT' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), count(*)
    from after_rows where removed_at is null group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into person_counts as stored (department, adult, shard, n)
    select coalesce(known_for_department, ''), coalesce(adult, false), (select counter_shard()), -count(*)
    from before_rows where removed_at is null group by 1, 2
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  else
    insert into person_counts as stored (department, adult, shard, n)
    select department, adult, (select counter_shard()), sum(n)
    from (
      select coalesce(known_for_department, '') as department, coalesce(adult, false) as adult, 1 as n
      from after_rows where removed_at is null
      union all
      select coalesce(known_for_department, ''), coalesce(adult, false), -1 from before_rows where removed_at is null
    ) moved
    group by 1, 2 having sum(n) <> 0
    on conflict (department, adult, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $function$;
