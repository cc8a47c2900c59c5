-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.moved_starts(starts integer[], blocks integer[], numbers integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  shift integer := 0;
  next integer := 1;
begin
  for block in 1 .. cardinality(starts) loop
    if shift <> 0 then
      starts[block] := starts[block] + shift;
    end if;
    if blocks[next] = block then
      shift := shift + numbers[next];
      next := next + 1;
    end if;
  end loop;
  return starts;
end $function$;
