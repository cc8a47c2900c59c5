-- Calls: counter_shard.sql
-- Trigger: collections_counted_delete AFTER DELETE ON public.collections REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_collections()
-- Trigger: collections_counted_insert AFTER INSERT ON public.collections REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_collections()
-- Trigger: collections_counted_update AFTER UPDATE ON public.collections REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_collections()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.count_collections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), count(*) from after_rows where removed_at is null having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), -count(*) from before_rows where removed_at is null having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into record_counts as stored (kind, shard, n)
    select 'collection', (select counter_shard()), sum(n)
    from (
      select 1 as n from after_rows where removed_at is null
      union all
      select -1 from before_rows where removed_at is null
    ) moved
    having sum(n) <> 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $function$;
