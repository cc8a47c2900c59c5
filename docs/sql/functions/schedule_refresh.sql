-- Calls: judge_again.sql, judge_refresh.sql, refresh_due.sql
-- Trigger: schedule_refresh AFTER INSERT OR UPDATE ON public.provenance FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['movie'::job_kind, 'series'::job_kind, 'season'::job_kind, 'person'::job_kind, 'collection'::job_kind])) AND (new.entity_id IS NOT NULL))) EXECUTE FUNCTION schedule_refresh()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.schedule_refresh()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  verdict record;
  fetches int := 0;
begin
  if tg_op = 'UPDATE' and new.fetched_at = old.fetched_at then
    if new.missing_at is not null then
      update refresh_state set next_refresh_at = now() + case when old.missing_at is null then interval '24 hours'
        else (select make_interval(secs => max_age_seconds / 3) from refresh_rules where "only") end
      where kind = new.kind and external_id = new.external_id;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and new.payload_hash = old.payload_hash then
    select least(unchanged + 1, 1000) into fetches from refresh_state where kind = new.kind and external_id = new.external_id;
    fetches := coalesce(fetches, 0);
  end if;
  verdict := judge_refresh(new.kind, new.entity_id);
  -- Whoever is judged popular is ranked with the others from now on.
  if verdict.tier = 'popular' then
    insert into popular_titles values (new.entity_id) on conflict do nothing;
  end if;
  insert into refresh_state as stored (kind, external_id, tier, next_refresh_at, last_fetched_at, unchanged)
  values (new.kind, new.external_id, verdict.tier,
    refresh_due(verdict.tier, new.kind, new.external_id, new.fetched_at, fetches, verdict.rises_at), new.fetched_at, fetches)
  on conflict (kind, external_id) do update set tier = excluded.tier, next_refresh_at = excluded.next_refresh_at,
    last_fetched_at = excluded.last_fetched_at, unchanged = excluded.unchanged;
  -- A series tells when the next episode of its newest season is.
  if new.kind = 'series' and fetches = 0 then
    perform judge_again(array['season'::job_kind], array[new.external_id || ':' || max(season_number)])
    from seasons where series_id = new.entity_id having count(*) > 0;
  end if;
  return null;
end $function$;
