-- Calls: forget_positions.sql
-- Trigger: people_logged_delete AFTER DELETE ON public.people REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION log_people()
-- Trigger: people_logged_insert AFTER INSERT ON public.people REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION log_people()
-- Trigger: people_logged_truncate AFTER TRUNCATE ON public.people FOR EACH STATEMENT EXECUTE FUNCTION log_people()
-- Trigger: people_logged_update AFTER UPDATE ON public.people REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION log_people()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.log_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          insert into person_moves select 1, r.id, r.name, r.popularity, coalesce(r.adult, false) from after_rows r where r.removed_at is null;
        elsif tg_op = 'DELETE' then
          insert into person_moves select -1, r.id, r.name, r.popularity, coalesce(r.adult, false) from before_rows r where r.removed_at is null;
        elsif tg_op = 'UPDATE' then
          insert into person_moves
            select move.* from before_rows r join after_rows a using (id)
            cross join lateral (
              select -1, r.id, r.name, r.popularity, coalesce(r.adult, false) where r.removed_at is null
              union all select 1, a.id, a.name, a.popularity, coalesce(a.adult, false) where a.removed_at is null
            ) move
            where (r.removed_at is null, r.name, r.popularity, coalesce(r.adult, false)) is distinct from (a.removed_at is null, a.name, a.popularity, coalesce(a.adult, false));
        else
          perform forget_positions('people');
          delete from person_moves;
        end if;
        return null;
      end $function$;
