-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.note_title(title uuid, noted integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if title::text is distinct from current_setting('changes.fresh', true) then
    insert into changes_pending (kind, entity_id, groups) select kind::text::change_kind, id, noted from titles where id = title;
  end if;
end $function$;
