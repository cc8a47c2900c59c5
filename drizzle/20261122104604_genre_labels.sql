-- The genres of a title as its answers write them, in the provider's order: they are a fixed set, so that nothing but the title's own
-- genres changes them. Null in titles from before this column until the backfill or a write reaches them: readers compute them then.
alter table movies add column genre_labels text;
--> statement-breakpoint
alter table series add column genre_labels text;
--> statement-breakpoint
create function genre_labels_of(title uuid) returns text language sql stable
return (
  select array_to_json(array(select label from (
    select 'genre_' || replace(genres.id::text, '-', '') as id, genres.name
    from title_genres join genres on genres.id = title_genres.genre_id
    where title_genres.title_id = title order by title_genres.position, genres.id
  ) label))::text
);
--> statement-breakpoint
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
  update movies set genre_mask = genre_mask_of(id), genre_labels = genre_labels_of(id)
    where id = any(touched)
      and (genre_mask <> genre_mask_of(id) or genre_labels is distinct from genre_labels_of(id));
  update series set genre_mask = genre_mask_of(id), genre_labels = genre_labels_of(id)
    where id = any(touched)
      and (genre_mask <> genre_mask_of(id) or genre_labels is distinct from genre_labels_of(id));
  return null;
end $$;
--> statement-breakpoint
create or replace function set_genre_mask() returns trigger language plpgsql as $$
begin
  perform from titles where id = new.id for no key update;
  new.genre_mask := genre_mask_of(new.id);
  new.genre_labels := genre_labels_of(new.id);
  return new;
end $$;
--> statement-breakpoint
create function set_genre_labels() returns trigger language plpgsql as $$
begin
  new.genre_labels := genre_labels_of(new.id);
  return new;
end $$;
--> statement-breakpoint
create trigger movies_genre_labels before update on movies for each row
  when (new.genre_labels is null) execute function set_genre_labels();
--> statement-breakpoint
create trigger series_genre_labels before update on series for each row
  when (new.genre_labels is null) execute function set_genre_labels();
--> statement-breakpoint
-- All labels anew, for loads with triggers off.
create function refresh_genre_labels() returns void language sql as $$
  update movies set genre_labels = genre_labels_of(id) where genre_labels is distinct from genre_labels_of(id);
  update series set genre_labels = genre_labels_of(id) where genre_labels is distinct from genre_labels_of(id);
$$;
--> statement-breakpoint
create procedure backfill_genre_labels() language plpgsql as $$
declare
  passed uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select id from titles where id > passed order by id limit 1000);
    exit when batch = '{}';
    update movies set genre_labels = genre_labels_of(id) where id = any(batch) and genre_labels is null;
    update series set genre_labels = genre_labels_of(id) where id = any(batch) and genre_labels is null;
    commit;
    passed := batch[cardinality(batch)];
  end loop;
end $$;
