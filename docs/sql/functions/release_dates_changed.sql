-- Calls: refresh_theatrical_releases.sql
-- Trigger: release_dates_changed_delete AFTER DELETE ON public.release_dates REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION release_dates_changed()
-- Trigger: release_dates_changed_insert AFTER INSERT ON public.release_dates REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION release_dates_changed()
-- Trigger: release_dates_changed_truncate AFTER TRUNCATE ON public.release_dates FOR EACH STATEMENT EXECUTE FUNCTION release_dates_changed()
-- Trigger: release_dates_changed_update AFTER UPDATE ON public.release_dates REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION release_dates_changed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.release_dates_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from theatrical_releases;
    return null;
  elsif tg_op = 'INSERT' then
    touched := array(select distinct movie_id from after_rows where release_type = 'theatrical');
  elsif tg_op = 'DELETE' then
    touched := array(select distinct movie_id from before_rows where release_type = 'theatrical');
  else
    touched := array(
      select movie_id from (
        (select movie_id, region, release_date, release_type from before_rows
          except all select movie_id, region, release_date, release_type from after_rows)
        union all
        (select movie_id, region, release_date, release_type from after_rows
          except all select movie_id, region, release_date, release_type from before_rows)
      ) moved where release_type = 'theatrical' group by 1);
  end if;
  if touched <> '{}' then
    perform refresh_theatrical_releases(touched);
  end if;
  return null;
end $function$;
