-- Trigger: collections_noted_delete AFTER DELETE ON public.collections REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collections()
-- Trigger: collections_noted_insert AFTER INSERT ON public.collections REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collections()
-- Trigger: collections_noted_update BEFORE UPDATE ON public.collections FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.overview IS DISTINCT FROM new.overview) OR (old.poster_path IS DISTINCT FROM new.poster_path) OR (old.backdrop_path IS DISTINCT FROM new.backdrop_path) OR (old.parts_total IS DISTINCT FROM new.parts_total) OR (old.removed_at IS DISTINCT FROM new.removed_at))) EXECUTE FUNCTION note_collections()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_collections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.name, old.overview) is distinct from (new.name, new.overview) then 1 else 0 end)
          | (case when (old.poster_path, old.backdrop_path) is distinct from (new.poster_path, new.backdrop_path) then 1024 else 0 end)
          | (case when (old.parts_total) is distinct from (new.parts_total) then 131072 else 0 end)
          | (case when (old.removed_at) is distinct from (new.removed_at) then 524288 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('collection', new.id, noted, 't');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'collection'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'collection'::change_kind, id, 0, false, true, external_id, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
