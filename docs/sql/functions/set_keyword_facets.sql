-- Trigger: title_keywords_facets BEFORE INSERT ON public.title_keywords FOR EACH ROW EXECUTE FUNCTION set_keyword_facets()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.set_keyword_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from titles where id = new.title_id for no key update;
  select 'movie', year, status::text, genre_mask, adult
    into new.kind, new.year, new.status, new.genre_mask, new.adult
    from movies where id = new.title_id for share;
  if not found then
    select 'series', year, status::text, genre_mask, adult
      into new.kind, new.year, new.status, new.genre_mask, new.adult
      from series where id = new.title_id for share;
  end if;
  return new;
end $function$;
