-- Trigger: forget_refresh AFTER DELETE ON public.provenance FOR EACH ROW EXECUTE FUNCTION forget_refresh()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.forget_refresh()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from refresh_state where kind = old.kind and external_id = old.external_id;
  return null;
end $function$;
