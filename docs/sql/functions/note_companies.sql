-- Trigger: companies_noted_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_companies()
-- Trigger: companies_noted_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_companies()
-- Trigger: companies_noted_update BEFORE UPDATE ON public.companies FOR EACH ROW WHEN (((old.country IS DISTINCT FROM new.country) OR (old.homepage IS DISTINCT FROM new.homepage) OR (old.headquarters IS DISTINCT FROM new.headquarters) OR (old.name IS DISTINCT FROM new.name) OR (old.logo_path IS DISTINCT FROM new.logo_path))) EXECUTE FUNCTION note_companies()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_companies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.name) is distinct from (new.name) then 1 else 0 end)
          | (case when (old.country, old.homepage, old.headquarters) is distinct from (new.country, new.homepage, new.headquarters) then 4 else 0 end)
          | (case when (old.logo_path) is distinct from (new.logo_path) then 1024 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('company', new.id, noted, 't');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'company'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'company'::change_kind, id, 0, false, true, external_id, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
