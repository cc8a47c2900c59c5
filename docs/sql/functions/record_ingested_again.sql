-- Trigger: record_ingested_again AFTER UPDATE ON public.provenance FOR EACH ROW WHEN (((current_setting('catalog.told'::text, true) IS DISTINCT FROM 'yes'::text) AND (old.fetched_at IS DISTINCT FROM new.fetched_at) AND (NOT ((((old.provider IS DISTINCT FROM new.provider) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.entity_id IS DISTINCT FROM new.entity_id))) AND (new.kind = ANY (ARRAY['movie'::job_kind, 'series'::job_kind, 'collection'::job_kind, 'person'::job_kind])))) EXECUTE FUNCTION record_ingested_again()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.record_ingested_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('catalog', coalesce(new.kind || '_' || replace(new.entity_id::text, '-', ''), ''));
  return null;
end $function$;
