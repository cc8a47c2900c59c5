-- Calls: search_one_slip.sql, search_slip_parts.sql, search_slip_probes.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_meant(words text[])
 RETURNS TABLE(few text[], best text[], more text[])
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select array_agg(coalesce(near.few, '') order by place), array_agg(coalesce(near.best, '') order by place),
    array_agg(coalesce(near.more, '') order by place)
  from unnest(words) with ordinality u(word, place) left join lateral (
    select string_agg(also, '') filter (where rank <= 4) as few, string_agg(also, '') filter (where rank <= 12) as best,
      string_agg(also, '') as more
    from (
      select '|' || quote_literal(v.word) as also, row_number() over (order by v.prom desc) as rank from search_word v
      where v.word not in ('the', 'and') and length(u.word) between 4 and 20 and u.word !~ '[0-9\u3040-\u9fff\uac00-\ud7af]'
        and search_slip_parts(v.word) && search_slip_probes(u.word) and search_one_slip(v.word, u.word)
      order by v.prom desc limit 40
    ) n
  ) near on true $function$;
