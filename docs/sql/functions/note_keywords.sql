-- Trigger: keywords_noted_delete AFTER DELETE ON public.keywords REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_keywords()
-- Trigger: keywords_noted_insert AFTER INSERT ON public.keywords REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_keywords()
-- Trigger: keywords_noted_update BEFORE UPDATE ON public.keywords FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION note_keywords()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_keywords()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.name) is distinct from (new.name) then 1 else 0 end);
        
        insert into changes_pending (kind, entity_id, groups, stamped) values ('keyword', new.id, noted, 'f');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'keyword'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'keyword'::change_kind, id, 0, false, true, external_id, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
