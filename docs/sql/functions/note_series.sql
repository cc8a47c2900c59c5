-- Trigger: series_noted_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_series()
-- Trigger: series_noted_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_series()
-- Trigger: series_noted_update BEFORE UPDATE ON public.series FOR EACH ROW WHEN (((old.first_air_date IS DISTINCT FROM new.first_air_date) OR (old.last_air_date IS DISTINCT FROM new.last_air_date) OR (old.last_episode IS DISTINCT FROM new.last_episode) OR (old.next_episode IS DISTINCT FROM new.next_episode) OR (old.original_language IS DISTINCT FROM new.original_language) OR (old.homepage IS DISTINCT FROM new.homepage) OR (old.status IS DISTINCT FROM new.status) OR (old.series_type IS DISTINCT FROM new.series_type) OR (old.in_production IS DISTINCT FROM new.in_production) OR (old.number_of_seasons IS DISTINCT FROM new.number_of_seasons) OR (old.number_of_episodes IS DISTINCT FROM new.number_of_episodes) OR (COALESCE(old.adult, old.removed_adult) IS DISTINCT FROM COALESCE(new.adult, new.removed_adult)) OR (old.origin_countries IS DISTINCT FROM new.origin_countries) OR (old.spoken_languages IS DISTINCT FROM new.spoken_languages) OR (old.title IS DISTINCT FROM new.title) OR (old.original_title IS DISTINCT FROM new.original_title) OR (old.overview IS DISTINCT FROM new.overview) OR (old.tagline IS DISTINCT FROM new.tagline) OR (old.poster_path IS DISTINCT FROM new.poster_path) OR (old.backdrop_path IS DISTINCT FROM new.backdrop_path) OR (old.popularity IS DISTINCT FROM new.popularity) OR (old.vote_average IS DISTINCT FROM new.vote_average) OR (old.vote_count IS DISTINCT FROM new.vote_count) OR (old.removed_at IS DISTINCT FROM new.removed_at) OR (old.external_ids IS DISTINCT FROM new.external_ids))) EXECUTE FUNCTION note_series()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_series()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.title, old.original_title, old.overview, old.tagline) is distinct from (new.title, new.original_title, new.overview, new.tagline) then 1 else 0 end)
          | (case when (old.first_air_date, old.last_air_date, old.last_episode, old.next_episode) is distinct from (new.first_air_date, new.last_air_date, new.last_episode, new.next_episode) then 2 else 0 end)
          | (case when (old.original_language, old.homepage, old.status, old.series_type, old.in_production, old.number_of_seasons, old.number_of_episodes, coalesce(old.adult, old.removed_adult), old.origin_countries, old.spoken_languages) is distinct from (new.original_language, new.homepage, new.status, new.series_type, new.in_production, new.number_of_seasons, new.number_of_episodes, coalesce(new.adult, new.removed_adult), new.origin_countries, new.spoken_languages) then 4 else 0 end)
          | (case when (old.popularity, old.vote_average, old.vote_count) is distinct from (new.popularity, new.vote_average, new.vote_count) then 8 else 0 end)
          | (case when (old.external_ids) is distinct from (new.external_ids) then 16 else 0 end)
          | (case when (old.poster_path, old.backdrop_path) is distinct from (new.poster_path, new.backdrop_path) then 1024 else 0 end)
          | (case when (old.removed_at) is distinct from (new.removed_at) then 524288 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('series', new.id, noted, 't');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'series'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'series'::change_kind, id, 0, false, true, null::integer, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
