-- Trigger: companies_refs_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_companies()
-- Trigger: companies_refs_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_companies()
-- Trigger: companies_refs_truncate AFTER TRUNCATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION keep_refs_of_companies()
-- Trigger: companies_refs_update AFTER UPDATE ON public.companies FOR EACH ROW WHEN (((old.external_id IS DISTINCT FROM new.external_id) OR (old.company_type IS DISTINCT FROM new.company_type))) EXECUTE FUNCTION keep_refs_of_companies()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.keep_refs_of_companies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'INSERT' then
          insert into external_refs select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from after_rows r;
        elsif tg_op = 'DELETE' then
          delete from external_refs stored using (select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from before_rows r) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
        elsif tg_op = 'TRUNCATE' then
          delete from external_refs stored where not exists (
            select from external_refs_now now where (now.source, now.value, now.kind, now.entity_id)
              = (stored.source, stored.value, stored.kind, stored.entity_id));
        else
          delete from external_refs stored using (select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from (select old.*) r except select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from (select new.*) r) gone (source, value, kind, entity_id)
            where (stored.source, stored.value, stored.kind, stored.entity_id) = (gone.source, gone.value, gone.kind, gone.entity_id);
          insert into external_refs (select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from (select new.*) r) except (select case r.company_type when 'network' then 'tmdb_network' else 'tmdb' end::external_source,
      r.external_id::text, 'company'::change_kind, r.id from (select old.*) r) on conflict do nothing;
        end if;
        return null;
      end $function$;
