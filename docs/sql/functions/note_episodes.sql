-- Trigger: episodes_noted_delete AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_episodes()
-- Trigger: episodes_noted_insert AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_episodes()
-- Trigger: episodes_noted_update BEFORE UPDATE ON public.episodes FOR EACH ROW WHEN (((old.air_date IS DISTINCT FROM new.air_date) OR (old.runtime IS DISTINCT FROM new.runtime) OR (old.episode_type IS DISTINCT FROM new.episode_type) OR (old.production_code IS DISTINCT FROM new.production_code) OR (old.title IS DISTINCT FROM new.title) OR (old.overview IS DISTINCT FROM new.overview) OR (old.still_path IS DISTINCT FROM new.still_path) OR (old.vote_average IS DISTINCT FROM new.vote_average) OR (old.vote_count IS DISTINCT FROM new.vote_count) OR (old.external_id IS DISTINCT FROM new.external_id))) EXECUTE FUNCTION note_episodes()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.title, old.overview) is distinct from (new.title, new.overview) then 1 else 0 end)
          | (case when (old.air_date) is distinct from (new.air_date) then 2 else 0 end)
          | (case when (old.runtime, old.episode_type, old.production_code) is distinct from (new.runtime, new.episode_type, new.production_code) then 4 else 0 end)
          | (case when (old.vote_average, old.vote_count) is distinct from (new.vote_average, new.vote_count) then 8 else 0 end)
          | (case when (old.external_id) is distinct from (new.external_id) then 16 else 0 end)
          | (case when (old.still_path) is distinct from (new.still_path) then 1024 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('episode', new.id, noted, 't');
        if noted & 3 <> 0 then
          insert into changes_pending (kind, entity_id, groups) values ('series', new.series_id, 65536);
        end if;
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'episode'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows
          union all select distinct 'series'::change_kind, series_id, 65536, false, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'episode'::change_kind, id, 0, false, true, external_id, series_id from before_rows
          union all select distinct 'series'::change_kind, series_id, 65536, false, false, null::integer, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
