-- Trigger: CREATE CONSTRAINT TRIGGER changes_stamped AFTER INSERT ON public.changes_pending DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.groups <> 0) AND (NOT new.stamped))) EXECUTE FUNCTION stamp_noted()
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.stamp_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own constant xid := pg_current_xact_id()::xid;
  later constant interval := '1 millisecond';
begin
  case new.kind
    when 'movie' then
      update movies set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'series' then
      update series set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'episode' then
      update episodes set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'season' then
      update seasons set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'person' then
      update people set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'collection' then
      update collections set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    when 'company' then
      update companies set updated_at = greatest(now(), updated_at + later)
        where id = new.entity_id and not (xmin = own and updated_at >= now());
    else
      null;
  end case;
  return null;
end $function$;
