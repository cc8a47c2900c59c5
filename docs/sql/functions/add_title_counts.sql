-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.add_title_counts(of_kind title_kind, masks integer[], years smallint[], statuses text[], adults boolean[], numbers bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into title_counts as stored (kind, genre, year, status, adult, n)
  select of_kind, leaf.genre, coalesce(change.year, 0), coalesce(change.status, ''), change.adult, sum(change.n)
  from unnest(masks, years, statuses, adults, numbers) change (mask, year, status, adult, n)
  cross join lateral (
    select -1 as genre
    union all
    select place from generate_series(0, 30) place where change.mask >> place & 1 = 1
  ) leaf
  group by 2, 3, 4, 5
  having leaf.genre = -1 or sum(change.n) <> 0
  order by 2, 3, 4, 5
  on conflict (kind, genre, year, status, adult) do update set n = stored.n + excluded.n
$function$;
