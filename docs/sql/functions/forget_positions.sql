-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.forget_positions(of_table text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from list_blocks where starts_with(list, of_table || ' ');
  delete from list_starts where starts_with(list, of_table || ' ');
  delete from list_marks where starts_with(list, of_table || ' ');
end $function$;
