-- Trigger: seasons_noted_delete AFTER DELETE ON public.seasons REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_seasons()
-- Trigger: seasons_noted_insert AFTER INSERT ON public.seasons REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_seasons()
-- Trigger: seasons_noted_update BEFORE UPDATE ON public.seasons FOR EACH ROW WHEN (((old.air_date IS DISTINCT FROM new.air_date) OR (old.episode_count IS DISTINCT FROM new.episode_count) OR (old.episodes_ingested IS DISTINCT FROM new.episodes_ingested) OR (old.title IS DISTINCT FROM new.title) OR (old.overview IS DISTINCT FROM new.overview) OR (old.poster_path IS DISTINCT FROM new.poster_path) OR (old.vote_average IS DISTINCT FROM new.vote_average) OR (old.external_id IS DISTINCT FROM new.external_id))) EXECUTE FUNCTION note_seasons()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.title, old.overview) is distinct from (new.title, new.overview) then 1 else 0 end)
          | (case when (old.air_date) is distinct from (new.air_date) then 2 else 0 end)
          | (case when (old.episode_count, old.episodes_ingested) is distinct from (new.episode_count, new.episodes_ingested) then 4 else 0 end)
          | (case when (old.vote_average) is distinct from (new.vote_average) then 8 else 0 end)
          | (case when (old.external_id) is distinct from (new.external_id) then 16 else 0 end)
          | (case when (old.poster_path) is distinct from (new.poster_path) then 1024 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('season', new.id, noted, 't');
        if noted & 3 <> 0 then
          insert into changes_pending (kind, entity_id, groups) values ('series', new.series_id, 65536);
        end if;
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'season'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows
          union all select distinct 'series'::change_kind, series_id, 65536, false, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'season'::change_kind, id, 0, false, true, external_id, series_id from before_rows
          union all select distinct 'series'::change_kind, series_id, 65536, false, false, null::integer, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
