-- Trigger: collections_translations_gone AFTER DELETE ON public.collections REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_translations_of_gone()
-- Trigger: episodes_translations_gone AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_translations_of_gone()
-- Trigger: people_translations_gone AFTER DELETE ON public.people REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_translations_of_gone()
-- Trigger: seasons_translations_gone AFTER DELETE ON public.seasons REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_translations_of_gone()
-- Trigger: titles_translations_gone AFTER DELETE ON public.titles REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_translations_of_gone()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.delete_translations_of_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from translations using before_rows where owner_id = before_rows.id;
  return null;
end $function$;
