-- Calls: judge_refresh.sql, refresh_due.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.judge_again(kinds job_kind[], external_ids text[])
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 UPDATE refresh_state SET tier = judged.tier, next_refresh_at = LEAST(refresh_state.next_refresh_at, judged.due)
    FROM ( SELECT state.kind,
             state.external_id,
             verdict.tier,
                 CASE
                     WHEN (provenance.missing_at IS NULL) THEN refresh_due(verdict.tier, state.kind, state.external_id, state.last_fetched_at, (state.unchanged)::integer, verdict.rises_at)
                     ELSE NULL::timestamp with time zone
                 END AS due
            FROM ((( SELECT refresh_state_1.kind,
                     refresh_state_1.external_id,
                     refresh_state_1.tier,
                     refresh_state_1.next_refresh_at,
                     refresh_state_1.last_fetched_at,
                     refresh_state_1.unchanged
                    FROM (UNNEST(judge_again.kinds, judge_again.external_ids) wanted(kind, external_id)
                      JOIN refresh_state refresh_state_1 USING (kind, external_id))
                   ORDER BY refresh_state_1.kind, refresh_state_1.external_id
                  FOR UPDATE OF refresh_state_1 SKIP LOCKED) state
              JOIN provenance ON (((provenance.provider = 'tmdb'::provider_name) AND (provenance.kind = state.kind) AND (provenance.external_id = state.external_id))))
              CROSS JOIN LATERAL judge_refresh(state.kind, provenance.entity_id) verdict(tier, rises_at))
           WHERE (verdict.tier <> state.tier)) judged
   WHERE ((refresh_state.kind = judged.kind) AND (refresh_state.external_id = judged.external_id));
END;
