-- Calls: catalog_changed.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.tell_changes_of(shown regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format($trigger$
    create trigger catalog_changed_rows after insert or delete on %1$s for each row
      when (current_setting('catalog.told', true) is distinct from 'yes') execute function catalog_changed();
    create trigger catalog_changed_values after update on %1$s for each row
      when (current_setting('catalog.told', true) is distinct from 'yes' and old is distinct from new)
      execute function catalog_changed();
    create trigger catalog_changed_truncate after truncate on %1$s for each statement execute function catalog_changed();
  $trigger$, shown);
end $function$;
