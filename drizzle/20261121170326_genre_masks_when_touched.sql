-- A merge fires the triggers of all three kinds of change, two of them mostly for nothing.
create or replace function refresh_genre_masks() returns trigger language plpgsql as $$
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
  update movies set genre_mask = genre_mask_of(id)
    where id = any(touched) and genre_mask <> genre_mask_of(id);
  update series set genre_mask = genre_mask_of(id)
    where id = any(touched) and genre_mask <> genre_mask_of(id);
  return null;
end $$;
