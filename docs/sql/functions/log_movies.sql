-- Calls: forget_positions.sql
-- Trigger: movies_logged_delete AFTER DELETE ON public.movies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION log_movies()
-- Trigger: movies_logged_insert AFTER INSERT ON public.movies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION log_movies()
-- Trigger: movies_logged_truncate AFTER TRUNCATE ON public.movies FOR EACH STATEMENT EXECUTE FUNCTION log_movies()
-- Trigger: movies_logged_update AFTER UPDATE ON public.movies REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION log_movies()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.log_movies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          insert into movie_moves select 1, r.id, r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year from after_rows r where r.removed_at is null;
        elsif tg_op = 'DELETE' then
          insert into movie_moves select -1, r.id, r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year from before_rows r where r.removed_at is null;
        elsif tg_op = 'UPDATE' then
          insert into movie_moves
            select move.* from before_rows r join after_rows a using (id)
            cross join lateral (
              select -1, r.id, r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year where r.removed_at is null
              union all select 1, a.id, a.title, a.popularity, a.vote_average, a.vote_count, a.release_date, a.adult, a.genre_mask, a.year where a.removed_at is null
            ) move
            where (r.removed_at is null, r.title, r.popularity, r.vote_average, r.vote_count, r.release_date, r.adult, r.genre_mask, r.year) is distinct from (a.removed_at is null, a.title, a.popularity, a.vote_average, a.vote_count, a.release_date, a.adult, a.genre_mask, a.year);
        else
          perform forget_positions('movies');
          delete from movie_moves;
        end if;
        return null;
      end $function$;
