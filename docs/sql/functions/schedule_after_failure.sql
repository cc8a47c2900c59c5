-- Calls: refresh_interval.sql
-- Trigger: schedule_after_failure AFTER UPDATE ON public.jobs FOR EACH ROW WHEN (((new.status = 'failed'::job_status) AND (old.status = 'running'::job_status) AND ((new.error ->> 'code'::text) IS DISTINCT FROM 'provider_not_found'::text))) EXECUTE FUNCTION schedule_after_failure()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.schedule_after_failure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update refresh_state set next_refresh_at = now() + refresh_interval(tier, kind, external_id, 0)
  where kind = new.kind and external_id = new.external_id;
  return null;
end $function$;
