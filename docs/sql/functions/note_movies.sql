-- Trigger: movies_noted_delete AFTER DELETE ON public.movies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_movies()
-- Trigger: movies_noted_insert AFTER INSERT ON public.movies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_movies()
-- Trigger: movies_noted_update BEFORE UPDATE ON public.movies FOR EACH ROW WHEN (((old.release_date IS DISTINCT FROM new.release_date) OR (old.original_language IS DISTINCT FROM new.original_language) OR (old.homepage IS DISTINCT FROM new.homepage) OR (old.status IS DISTINCT FROM new.status) OR (old.runtime IS DISTINCT FROM new.runtime) OR (old.budget IS DISTINCT FROM new.budget) OR (old.revenue IS DISTINCT FROM new.revenue) OR (COALESCE(old.adult, old.removed_adult) IS DISTINCT FROM COALESCE(new.adult, new.removed_adult)) OR (old.origin_countries IS DISTINCT FROM new.origin_countries) OR (old.spoken_languages IS DISTINCT FROM new.spoken_languages) OR (old.title IS DISTINCT FROM new.title) OR (old.original_title IS DISTINCT FROM new.original_title) OR (old.overview IS DISTINCT FROM new.overview) OR (old.tagline IS DISTINCT FROM new.tagline) OR (old.poster_path IS DISTINCT FROM new.poster_path) OR (old.backdrop_path IS DISTINCT FROM new.backdrop_path) OR (old.popularity IS DISTINCT FROM new.popularity) OR (old.vote_average IS DISTINCT FROM new.vote_average) OR (old.vote_count IS DISTINCT FROM new.vote_count) OR (old.removed_at IS DISTINCT FROM new.removed_at) OR (old.collection_id IS DISTINCT FROM new.collection_id) OR (old.external_ids IS DISTINCT FROM new.external_ids))) EXECUTE FUNCTION note_movies()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_movies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted integer;
    begin
      if tg_op = 'UPDATE' then
        noted := (case when (old.title, old.original_title, old.overview, old.tagline) is distinct from (new.title, new.original_title, new.overview, new.tagline) then 1 else 0 end)
          | (case when (old.release_date) is distinct from (new.release_date) then 2 else 0 end)
          | (case when (old.original_language, old.homepage, old.status, old.runtime, old.budget, old.revenue, coalesce(old.adult, old.removed_adult), old.origin_countries, old.spoken_languages) is distinct from (new.original_language, new.homepage, new.status, new.runtime, new.budget, new.revenue, coalesce(new.adult, new.removed_adult), new.origin_countries, new.spoken_languages) then 4 else 0 end)
          | (case when (old.popularity, old.vote_average, old.vote_count) is distinct from (new.popularity, new.vote_average, new.vote_count) then 8 else 0 end)
          | (case when (old.external_ids) is distinct from (new.external_ids) then 16 else 0 end)
          | (case when (old.collection_id) is distinct from (new.collection_id) then 256 else 0 end)
          | (case when (old.poster_path, old.backdrop_path) is distinct from (new.poster_path, new.backdrop_path) then 1024 else 0 end)
          | (case when (old.removed_at) is distinct from (new.removed_at) then 524288 else 0 end);
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
        insert into changes_pending (kind, entity_id, groups, stamped) values ('movie', new.id, noted, 't');
        
        return new;
      elsif tg_op = 'INSERT' then
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'movie'::change_kind, id, 0, true, false, null::integer, null::uuid from after_rows;
      else
        insert into changes_pending (kind, entity_id, groups, created, deleted, external_id, parent_id)
          select 'movie'::change_kind, id, 0, false, true, null::integer, null::uuid from before_rows;
      end if;
      return null;
    end $function$;
