-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_theatrical_releases(touched uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from titles where id = any(touched) order by id for no key update;
  perform from movies where id = any(touched) order by id for no key update;
  delete from theatrical_releases stored
    where movie_id = any(touched) and not exists (
      select from release_dates r where r.movie_id = stored.movie_id and r.region = stored.region
        and r.release_date = stored.release_date and release_type = 'theatrical');
  insert into theatrical_releases as stored (movie_id, region, release_date, previous_date, is_rerelease, popularity, adult)
    select movie_id, region, release_date, previous_date, is_rerelease, popularity, adult
    from theatrical_releases_now where movie_id = any(touched)
    on conflict (movie_id, region, release_date) do update set previous_date = excluded.previous_date,
      is_rerelease = excluded.is_rerelease, popularity = excluded.popularity, adult = excluded.adult
    where (stored.previous_date, stored.is_rerelease, stored.popularity, stored.adult)
      is distinct from (excluded.previous_date, excluded.is_rerelease, excluded.popularity, excluded.adult);
end $function$;
