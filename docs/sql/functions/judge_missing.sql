-- Trigger: judge_missing AFTER UPDATE ON public.provenance FOR EACH ROW WHEN ((((old.missing_at IS NOT NULL) OR (new.missing_at IS NOT NULL)) AND (new.kind = ANY (ARRAY['movie'::job_kind, 'series'::job_kind, 'person'::job_kind, 'collection'::job_kind])))) EXECUTE FUNCTION judge_missing()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.judge_missing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_removed boolean := coalesce(new.missing_times >= 3 and new.missing_at <= now() - interval '48 hours', false);
begin
  execute format($update$
    update %I set removed_at = case when $1 then now() end, updated_at = now() where id = $2 and (removed_at is null) = $1
  $update$, case new.kind when 'movie' then 'movies' when 'person' then 'people' when 'collection' then 'collections' else 'series' end)
    using is_removed, new.entity_id;
  return null;
end $function$;
