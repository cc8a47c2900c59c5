-- Trigger: people_noted_delete AFTER DELETE ON public.people REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_people()
-- Trigger: people_noted_insert AFTER INSERT ON public.people REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_people()
-- Trigger: people_noted_update BEFORE UPDATE ON public.people FOR EACH ROW WHEN (((old.birthday IS DISTINCT FROM new.birthday) OR (old.deathday IS DISTINCT FROM new.deathday) OR (old.known_for_department IS DISTINCT FROM new.known_for_department) OR (old.gender IS DISTINCT FROM new.gender) OR (old.place_of_birth IS DISTINCT FROM new.place_of_birth) OR (old.homepage IS DISTINCT FROM new.homepage) OR (COALESCE(old.adult, old.removed_adult, false) IS DISTINCT FROM COALESCE(new.adult, new.removed_adult, false)) OR (old.name IS DISTINCT FROM new.name) OR (old.also_known_as IS DISTINCT FROM new.also_known_as) OR (old.biography IS DISTINCT FROM new.biography) OR (old.profile_path IS DISTINCT FROM new.profile_path) OR (old.popularity IS DISTINCT FROM new.popularity) OR (old.removed_at IS DISTINCT FROM new.removed_at) OR (old.external_ids IS DISTINCT FROM new.external_ids))) EXECUTE FUNCTION note_people()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.name, old.also_known_as, old.biography) is distinct from (new.name, new.also_known_as, new.biography) then 1 else 0 end)
          | (case when (old.birthday, old.deathday) is distinct from (new.birthday, new.deathday) then 2 else 0 end)
          | (case when (old.known_for_department, old.gender, old.place_of_birth, old.homepage, coalesce(old.adult, old.removed_adult, false)) is distinct from (new.known_for_department, new.gender, new.place_of_birth, new.homepage, coalesce(new.adult, new.removed_adult, false)) then 4 else 0 end)
          | (case when (old.popularity) is distinct from (new.popularity) then 8 else 0 end)
          | (case when (old.external_ids) is distinct from (new.external_ids) then 16 else 0 end)
          | (case when (old.profile_path) is distinct from (new.profile_path) then 1024 else 0 end)
          | (case when (old.removed_at) is distinct from (new.removed_at) then 524288 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('person', new.id, noted, 't');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'person'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'person'::change_kind, id, 0, false, true, external_id, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
