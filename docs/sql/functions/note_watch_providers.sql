-- Trigger: watch_providers_noted_delete AFTER DELETE ON public.watch_providers REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_watch_providers()
-- Trigger: watch_providers_noted_insert AFTER INSERT ON public.watch_providers REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_watch_providers()
-- Trigger: watch_providers_noted_update BEFORE UPDATE ON public.watch_providers FOR EACH ROW WHEN (((old.display_priority IS DISTINCT FROM new.display_priority) OR (old.name IS DISTINCT FROM new.name) OR (old.logo_path IS DISTINCT FROM new.logo_path))) EXECUTE FUNCTION note_watch_providers()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_watch_providers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.name) is distinct from (new.name) then 1 else 0 end)
          | (case when (old.display_priority) is distinct from (new.display_priority) then 4 else 0 end)
          | (case when (old.logo_path) is distinct from (new.logo_path) then 1024 else 0 end);
        
        insert into changes_pending (kind, entity_id, groups, stamped) values ('provider', new.id, noted, 'f');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'provider'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'provider'::change_kind, id, 0, false, true, external_id, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
