-- Trigger: theatrical_movies_changed AFTER UPDATE ON public.movies REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION theatrical_movies_changed()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.theatrical_movies_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update theatrical_releases stored set popularity = come.popularity, adult = come.adult
    from before_rows gone join after_rows come using (id)
    where stored.movie_id = come.id and (gone.popularity, gone.adult) is distinct from (come.popularity, come.adult);
  return null;
end $function$;
