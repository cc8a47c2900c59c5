-- Calls: search_candidates.sql, search_fold.sql, search_key.sql, search_numerals.sql, search_year_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_catalog(query text, kinds smallint[], in_year integer, adult_ok boolean, page_limit integer, page_offset integer, hasty boolean)
 RETURNS TABLE(entity_id uuid, kind smallint, score double precision, total integer)
 LANGUAGE sql
 STABLE
AS $function$
with typed as materialized (
  select qf, search_key(qf) as qk, search_key(search_numerals(qf)) as qn, position(' ' in qf) > 0 as many, y.*
  from (select left(search_fold(query), 100) as qf) f left join lateral search_year_of(qf) y on true
), candidate as materialized (
  select s.*, found.hows
  from (
    select rid, array_agg(how) as hows from typed, search_candidates(qf, hasty, kinds, in_year, adult_ok) group by rid
  ) found join search_name s on s.ctid = found.rid
), compared as (
  select c.entity_id, c.kind, c.prom, c.popularity, c.fold, f.qf, f.many,
    (array[1, 0.92, 0.87])[c.name_type + 1] as trust,
    c.fold = f.qf as same, c.key = f.qk as bare,
    coalesce(c.num_key in (f.qk, f.qn), false) or c.key = f.qn as num,
    starts_with(c.key, f.qk) as pre, least(1, length(f.qk)::real / greatest(1, length(c.key))) as cover,
    'words' = any(c.hows) as words, 'slip' = any(c.hows) as slip, 'slips' = any(c.hows) as slips, 'like' = any(c.hows) as alike,
    case when c.hows && '{slips,like}' then similarity(c.fold, f.qf) end as sim, greatest(length(f.qk), length(c.key), 1)::real as len,
    case when c.hows && '{slip,slips,like}' then levenshtein_less_equal(left(f.qk, 80), left(c.key, 80), 4) end as lev,
    case when f.y is null or abs(c.year - f.y) > 1 then null
      when c.key in (f.base, f.base_num) or c.num_key = f.base_num then 0.91 - 0.15 * abs(c.year - f.y)
      when starts_with(c.key, f.base) then 0.68 - 0.15 * abs(c.year - f.y) end as dated
  from candidate c, typed f
), doubt as (  -- when known names match as typed it was hardly a slip
  select 1 - 0.33 * least(1, 2 * coalesce(max(prom) filter (where pre or words), 0)) as factor from compared
), worded as (
  select c.*, same or bare or num as exact, trust * greatest(
    case when same then 1 when bare then 0.96 when num then 0.95 end,
    case when pre then 0.72 + 0.03 * cover + case
      when many and (starts_with(fold, qf) or starts_with(fold, 'the ' || qf) or starts_with(fold, 'a ' || qf)) then 0.14
      else 0 end end,
    case when words then 0.66 + 0.10 * cover + case when length(fold) = length(qf) then 0.12 else 0 end end,
    dated,
    case when slip then factor * (0.62 + 0.06 * (1 - lev / len)) end,
    case when slips then factor * (0.60 + 0.10 * sim) end,
    case when alike then factor * (0.20 + 0.53 * sim) end,
    case when lev <= 4 then factor * (0.10 + 0.765 * (1 - lev / len)) end) as txt
  from compared c, doubt
), ranked as (
  select w.*,
    case when exact or dated >= 0.76 then 0.46 * txt + 0.54 * prom + 0.07 else 0.73 * txt + 0.27 * prom end as raw,
    case when dated >= 0.76 and not bool_or(same and prom > 0.25) over () then 1 + 0.46 * txt + 0.54 * prom
      when exact then 0.46 * trust * (case when bare then 0.97 else 0.95 end + case when same then 0.03 else 0 end) + 0.54 * prom
      end as claim
  from worded w
), entity as (
  select distinct on (entity_id) entity_id, kind, prom, popularity,
    round(case when lead then 0.95 + 0.05 * prom else least(0.9499, raw) end::numeric, 4)::float8 as score
  from (
    select r.*, claim is not null and row_number() over (order by claim desc nulls last, prom desc, entity_id) = 1 as lead
    from ranked r
  ) x order by entity_id, lead desc, raw desc
)
select page.entity_id, page.kind, page.score, counted.total
from (select count(*)::int as total from entity) counted left join lateral (
  select * from entity e order by e.score desc, e.popularity desc nulls last, e.entity_id limit page_limit offset page_offset
) page on true
order by page.score desc, page.popularity desc nulls last, page.entity_id $function$;
