-- Calls: counter_shard.sql
-- Trigger: collections_counted_truncate AFTER TRUNCATE ON public.collections FOR EACH STATEMENT EXECUTE FUNCTION count_records('collection')
-- Trigger: companies_counted_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_records('company')
-- Trigger: companies_counted_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_records('company')
-- Trigger: companies_counted_truncate AFTER TRUNCATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION count_records('company')
-- Trigger: keywords_counted_delete AFTER DELETE ON public.keywords REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_records('keyword')
-- Trigger: keywords_counted_insert AFTER INSERT ON public.keywords REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_records('keyword')
-- Trigger: keywords_counted_truncate AFTER TRUNCATE ON public.keywords FOR EACH STATEMENT EXECUTE FUNCTION count_records('keyword')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.count_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from record_counts where kind = tg_argv[0];
  elsif tg_op = 'INSERT' then
    insert into record_counts as stored (kind, shard, n)
    select tg_argv[0], (select counter_shard()), count(*) from after_rows having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  else
    insert into record_counts as stored (kind, shard, n)
    select tg_argv[0], (select counter_shard()), -count(*) from before_rows having count(*) > 0
    on conflict (kind, shard) do update set n = stored.n + excluded.n;
  end if;
  return null;
end $function$;
