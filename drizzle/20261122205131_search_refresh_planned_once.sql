-- Half of what a refresh took was the planning of its first statement, over all that the view search_source unites: PostgreSQL took a
-- plan for the very ids for cheaper than one for any, and made it anew for most titles. It looks up rows by key either way.
alter function search_refresh(uuid[]) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
-- As before, but a function in plpgsql keeps its plan.
create or replace function search_moved_companies(of_title uuid, companies uuid[]) returns setof uuid language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select company
  from unnest(companies) company
    left join lateral (select prom from search_name where entity_id = company limit 1) stored on true
  where stored.prom is null
    or 20 * greatest(1, coalesce((select vote_count from movies where id = of_title), (select vote_count from series where id = of_title), 0))
      > (20 * exp(stored.prom * ln(40001::float8) / 0.6)) * ((hashtextextended(of_title::text || company::text, 0) & 65535) / 65536.0);
end $$;
