-- Calls: genre_labels_of.sql, genre_mask_of.sql
-- Trigger: title_genres_delete AFTER DELETE ON public.title_genres REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_genre_masks()
-- Trigger: title_genres_insert AFTER INSERT ON public.title_genres REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_genre_masks()
-- Trigger: title_genres_update AFTER UPDATE ON public.title_genres REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION refresh_genre_masks()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_genre_masks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct title_id from after_rows);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct title_id from before_rows);
  else
    touched := array(select title_id from after_rows union select title_id from before_rows);
  end if;
  if touched = '{}' then
    return null;
  end if;
  perform from titles where id = any(touched) order by id for no key update;
  update movies set genre_mask = genre_mask_of(id), genre_labels = genre_labels_of(id)
    where id = any(touched)
      and (genre_mask <> genre_mask_of(id) or genre_labels is distinct from genre_labels_of(id));
  update series set genre_mask = genre_mask_of(id), genre_labels = genre_labels_of(id)
    where id = any(touched)
      and (genre_mask <> genre_mask_of(id) or genre_labels is distinct from genre_labels_of(id));
  return null;
end $function$;
