-- Calls: genre_labels_of.sql, genre_mask_of.sql
-- Trigger: movies_genre_mask BEFORE INSERT ON public.movies FOR EACH ROW EXECUTE FUNCTION set_genre_mask()
-- Trigger: series_genre_mask BEFORE INSERT ON public.series FOR EACH ROW EXECUTE FUNCTION set_genre_mask()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.set_genre_mask()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from titles where id = new.id for no key update;
  new.genre_mask := genre_mask_of(new.id);
  new.genre_labels := genre_labels_of(new.id);
  return new;
end $function$;
