-- Trigger: seasons_refs_delete AFTER DELETE ON public.seasons REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_seasons()
-- Trigger: seasons_refs_insert AFTER INSERT ON public.seasons REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_seasons()
-- Trigger: seasons_refs_truncate AFTER TRUNCATE ON public.seasons FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_seasons()
-- Trigger: seasons_refs_update AFTER UPDATE ON public.seasons FOR EACH ROW WHEN ((old.external_id IS DISTINCT FROM new.external_id)) EXECUTE FUNCTION keep_refs_of_seasons()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.keep_refs_of_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          insert into external_refs select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from after_rows r where r.external_id is not null;
        elsif tg_op = 'DELETE' then
          delete from external_refs stored using (select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from before_rows r where r.external_id is not null) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
        elsif tg_op = 'TRUNCATE' then
          delete from external_refs stored where not exists (
            select from external_refs_now now where (now.source, now.value, now.kind, now.entity_id)
              = (stored.source, stored.value, stored.kind, stored.entity_id));
        else
          delete from external_refs stored using (select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from (select old.*) r where r.external_id is not null except select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from (select new.*) r where r.external_id is not null) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
          insert into external_refs (select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from (select new.*) r where r.external_id is not null) except (select 'tmdb'::external_source, r.external_id::text, 'season'::change_kind, r.id from (select old.*) r where r.external_id is not null) on conflict do nothing;
        end if;
        return null;
      end $function$;
