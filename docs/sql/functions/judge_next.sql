-- Calls: judge_refresh.sql, refresh_due.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.judge_next(most integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  rules refresh_rules;
  batch record;
begin
  select * into rules from refresh_rules where "only";
  select array_agg(kind) as kinds, array_agg(external_id) as external_ids into batch from (
    select kind, external_id from refresh_state where (kind, external_id) > (rules.judged_kind, rules.judged_external_id)
    order by kind, external_id limit most) next;
  update refresh_state set tier = judged.tier,
    next_refresh_at = case when refresh_state.next_refresh_at <= now() then refresh_state.next_refresh_at else judged.due end
  from (
    select state.kind, state.external_id, verdict.tier,
      refresh_due(verdict.tier, state.kind, state.external_id, state.last_fetched_at, state.unchanged, verdict.rises_at) as due
    from (
      select refresh_state.* from unnest(batch.kinds, batch.external_ids) wanted(kind, external_id)
      join refresh_state using (kind, external_id) order by kind, external_id for update of refresh_state
    ) state
    join provenance on provenance.provider = 'tmdb' and provenance.kind = state.kind and provenance.external_id = state.external_id
    cross join lateral judge_refresh(state.kind, provenance.entity_id) verdict
    where provenance.missing_at is null
  ) judged
  where refresh_state.kind = judged.kind and refresh_state.external_id = judged.external_id;
  update refresh_rules set judged_kind = batch.kinds[cardinality(batch.kinds)],
    judged_external_id = batch.external_ids[cardinality(batch.external_ids)] where "only";
end $function$;
