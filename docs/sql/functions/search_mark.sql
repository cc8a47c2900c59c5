-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_mark(kinds smallint[], ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_outbox (entity_kind, entity_id)
  select distinct u.kind, u.id from unnest(kinds, ids) u(kind, id) order by 1, 2
  on conflict (entity_kind, entity_id) do update set gen = excluded.gen $function$;
