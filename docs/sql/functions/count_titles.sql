-- Calls: add_title_counts.sql
-- Trigger: movies_counted_delete AFTER DELETE ON public.movies REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('movie')
-- Trigger: movies_counted_insert AFTER INSERT ON public.movies REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('movie')
-- Trigger: movies_counted_truncate AFTER TRUNCATE ON public.movies FOR EACH STATEMENT EXECUTE FUNCTION count_titles('movie')
-- Trigger: movies_counted_update AFTER UPDATE ON public.movies REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('movie')
-- Trigger: series_counted_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('series')
-- Trigger: series_counted_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('series')
-- Trigger: series_counted_truncate AFTER TRUNCATE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION count_titles('series')
-- Trigger: series_counted_update AFTER UPDATE ON public.series REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_titles('series')
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.count_titles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_kind title_kind := tg_argv[0];
begin
  if tg_op = 'TRUNCATE' then
    delete from title_counts where kind = of_kind;
    delete from title_totals where kind = of_kind;
  elsif tg_op = 'DELETE' then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(-n))
      from (select genre_mask, year, status, adult, count(*) as n from before_rows group by 1, 2, 3, 4) gone
      having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (select genre_mask, year, status, adult, count(*) as n from after_rows group by 1, 2, 3, 4) come
      having count(*) > 0;
    update title_keywords listed set kind = of_kind, year = title.year, status = title.status::text,
        genre_mask = title.genre_mask, adult = title.adult
      from after_rows title where title_id = title.id;
  elsif exists (
    select from before_rows gone join after_rows come using (id)
    where (gone.genre_mask, gone.year, gone.status, gone.adult)
      is distinct from (come.genre_mask, come.year, come.status, come.adult)
  ) then
    perform add_title_counts(of_kind, array_agg(genre_mask), array_agg(year), array_agg(status::text),
        array_agg(adult), array_agg(n))
      from (
        select genre_mask, year, status, adult, sum(n) as n
        from (
          select genre_mask, year, status, adult, -1 as n from before_rows
          union all
          select genre_mask, year, status, adult, 1 from after_rows
        ) version
        group by 1, 2, 3, 4
        having sum(n) <> 0
      ) moved
      having count(*) > 0;
    update title_keywords listed set year = come.year, status = come.status::text,
        genre_mask = come.genre_mask, adult = come.adult
      from before_rows gone join after_rows come using (id)
      where title_id = come.id and (gone.genre_mask, gone.year, gone.status, gone.adult)
        is distinct from (come.genre_mask, come.year, come.status, come.adult);
  end if;
  return null;
end $function$;
