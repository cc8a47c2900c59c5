-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_moved_companies(of_title uuid, companies uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query
  select company
  from unnest(companies) company
    left join lateral (select prom from search_name where entity_id = company limit 1) stored on true
  where stored.prom is null
    or 20 * greatest(1, coalesce((select vote_count from movies where id = of_title), (select vote_count from series where id = of_title), 0))
      > (20 * exp(stored.prom * ln(40001::float8) / 0.6)) * ((hashtextextended(of_title::text || company::text, 0) & 65535) / 65536.0);
end $function$;
