-- Calls: search_fold.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_wanted(ids uuid[])
 RETURNS SETOF search_wanted
 LANGUAGE sql
 STABLE
AS $function$
  select distinct on (n.entity_id, n.fold) n.* from (
    select c.*, coalesce(
      (select s.fold from search_name s where s.entity_id = c.entity_id and s.name = c.name limit 1), search_fold(c.name)) as fold
    from (
      select distinct on (o.entity_id, o.name) o.entity_id, o.kind, o.name_type, o.year, o.prom, o.popularity, o.adult, o.name
      from (
        select entity_id, kind, name_type, year, prom, popularity, adult, left(name, 300) as name, is_translation,
          row_number() over (partition by entity_id, is_translation order by name_type, name) as place
        from search_source where entity_id = any(ids) and name <> ''
      ) o where o.place <= case when o.is_translation then 200 else 100 end order by o.entity_id, o.name, o.name_type
    ) c
  ) n where n.fold <> '' order by n.entity_id, n.fold, n.name_type, n.name $function$;
