-- Calls: refs_in.sql
-- Trigger: series_refs_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_series()
-- Trigger: series_refs_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_series()
-- Trigger: series_refs_truncate AFTER TRUNCATE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_series()
-- Trigger: series_refs_update AFTER UPDATE ON public.series FOR EACH ROW WHEN ((old.external_ids IS DISTINCT FROM new.external_ids)) EXECUTE FUNCTION keep_refs_of_series()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.keep_refs_of_series()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          insert into external_refs select ref.source, ref.value, 'series'::change_kind, r.id from after_rows r cross join lateral refs_in(r.external_ids) ref;
        elsif tg_op = 'DELETE' then
          delete from external_refs stored using (select ref.source, ref.value, 'series'::change_kind, r.id from before_rows r cross join lateral refs_in(r.external_ids) ref) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
        elsif tg_op = 'TRUNCATE' then
          delete from external_refs stored where not exists (
            select from external_refs_now now where (now.source, now.value, now.kind, now.entity_id)
              = (stored.source, stored.value, stored.kind, stored.entity_id));
        else
          delete from external_refs stored using (select ref.source, ref.value, 'series'::change_kind, r.id from (select old.*) r cross join lateral refs_in(r.external_ids) ref except select ref.source, ref.value, 'series'::change_kind, r.id from (select new.*) r cross join lateral refs_in(r.external_ids) ref) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
          insert into external_refs (select ref.source, ref.value, 'series'::change_kind, r.id from (select new.*) r cross join lateral refs_in(r.external_ids) ref) except (select ref.source, ref.value, 'series'::change_kind, r.id from (select old.*) r cross join lateral refs_in(r.external_ids) ref) on conflict do nothing;
        end if;
        return null;
      end $function$;
