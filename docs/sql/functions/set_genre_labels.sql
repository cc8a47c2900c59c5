-- Calls: genre_labels_of.sql
-- Trigger: movies_genre_labels BEFORE UPDATE ON public.movies FOR EACH ROW WHEN ((new.genre_labels IS NULL)) EXECUTE FUNCTION set_genre_labels()
-- Trigger: series_genre_labels BEFORE UPDATE ON public.series FOR EACH ROW WHEN ((new.genre_labels IS NULL)) EXECUTE FUNCTION set_genre_labels()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.set_genre_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.genre_labels := genre_labels_of(new.id);
  return new;
end $function$;
