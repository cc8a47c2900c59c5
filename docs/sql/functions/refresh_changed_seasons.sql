-- Trigger: refresh_changed_seasons AFTER UPDATE ON public.seasons REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_seasons()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_changed_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  update refresh_state set next_refresh_at = now()
  from (
    select state.kind, state.external_id from (
      select titles.external_id || ':' || after_rows.season_number as external_id
      from after_rows join before_rows using (id) join titles on titles.id = after_rows.series_id
      where after_rows.episodes_ingested
        and (before_rows.air_date, before_rows.episode_count, before_rows.overview, before_rows.title)
          is distinct from (after_rows.air_date, after_rows.episode_count, after_rows.overview, after_rows.title)
      order by after_rows.season_number desc limit 3
    ) changed
    join refresh_state state on state.kind = 'season' and state.external_id = changed.external_id
    order by state.kind, state.external_id for update of state skip locked
  ) due
  where refresh_state.kind = due.kind and refresh_state.external_id = due.external_id and refresh_state.next_refresh_at > now();
  return null;
end $function$;
