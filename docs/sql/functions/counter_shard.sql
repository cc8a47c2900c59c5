-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.counter_shard()
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
declare
  shard integer := 0;
begin
  while not pg_try_advisory_xact_lock(727002, shard) loop
    shard := shard + 1;
  end loop;
  return shard;
end $function$;
