-- Calls: search_fold.sql, search_key.sql, search_lexemes.sql, search_numerals.sql
-- Trigger: search_name_folded BEFORE INSERT ON public.search_name FOR EACH ROW WHEN ((new.fold IS NULL)) EXECUTE FUNCTION search_name_folded()
-- Trigger: search_name_refolded BEFORE UPDATE OF name, fold, key, num_key, tokens ON public.search_name FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.fold IS DISTINCT FROM new.fold)) OR (old.key IS DISTINCT FROM new.key)) OR (old.num_key IS DISTINCT FROM new.num_key)) OR (old.tokens IS DISTINCT FROM new.tokens))) EXECUTE FUNCTION search_name_folded()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_name_folded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.fold := search_fold(new.name);
  new.key := search_key(new.fold);
  new.num_key := nullif(search_key(search_numerals(new.fold)), new.key);
  new.tokens := search_lexemes(new.fold);
  return new;
end $function$;
