-- Calls: counter_shard.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.add_title_counts(of_kind title_kind, masks integer[], years smallint[], statuses text[], adults boolean[], numbers bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with change as materialized (
    select leaf.genre, coalesce(change.year, 0) as year, coalesce(change.status, '') as status, change.adult, sum(change.n) as n
    from unnest(masks, years, statuses, adults, numbers) change (mask, year, status, adult, n)
    cross join lateral (
      select -1 as genre
      union all
      select place from generate_series(0, 30) place where change.mask >> place & 1 = 1
    ) leaf
    where change.adult is not null
    group by 1, 2, 3, 4
    having sum(change.n) <> 0
  ), held as materialized (
    select counter_shard() as shard
  ), counted as (
    insert into title_counts as stored (kind, genre, year, status, adult, shard, n)
    select of_kind, genre, year, status, adult, shard, n from change, held
    on conflict (kind, genre, year, status, adult, shard) do update set n = stored.n + excluded.n
  )
  insert into title_totals as stored (kind, genre, status, adult, shard, n)
  select of_kind, genre, status, adult, shard, sum(n) from change, held
  group by 2, 3, 4, 5
  having sum(n) <> 0
  on conflict (kind, genre, status, adult, shard) do update set n = stored.n + excluded.n
$function$;
