create index concurrently movies_by_year_popularity on movies (year, popularity desc nulls last, id)
  include (status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index concurrently movies_by_year_rating on movies (year, vote_average desc nulls last, vote_count desc nulls last, id)
  include (status, genre_mask, adult);
--> statement-breakpoint
create index concurrently series_by_year_popularity on series (year, popularity desc nulls last, id)
  include (status, genre_mask, adult, vote_count);
--> statement-breakpoint
create index concurrently series_by_year_rating on series (year, vote_average desc nulls last, vote_count desc nulls last, id)
  include (status, genre_mask, adult);
--> statement-breakpoint
-- list_movies() and list_series(): the total of a filtered list and the ids of one page in order. They are functions, because
-- a function keeps one plan for each of its steps and runs the steps that the filters need; as plain statements, a thousand
-- combinations of filters and orders would be planned for every request or kept by every connection.
--
-- The two differ in names only, so both come from one text. A filter that is not set is null. `bits` are the genres, and
-- `least_bits` the least `genre_mask & bits` that matches: 0 without a filter, 1 for any of the genres, `bits` for all.
-- `of_genre` is the number of the genre where there is one, and `of_genre_id` a genre that every match has. The innermost
-- LIMIT is the largest page, as a literal: plans for an unknown LIMIT read whole tables.
do $do$
declare
  filters constant text := $sql$m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status)$sql$;
  of_keywords constant text := $sql$k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text)$sql$;
  of_dates constant text :=
    'm.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31)';
  page constant text := $sql$
      ids := array(select id from (
        select m.id from {from} where {where}{filters} and (votes is null or m.vote_count >= votes)
        order by {order} limit 50 offset skip) found limit most);$sql$;
  -- Titles that match too seldom for a walk are collected and sorted: one statement for all orders by numbers, one by name.
  by_number constant text := $sql$
          case sort when 'popularity.desc' then -m.popularity when 'popularity.asc' then m.popularity
            when 'rating.desc' then -m.vote_average when 'rating.asc' then m.vote_average
            when 'date.desc' then date '2000-01-01' - m.release_date
            when 'date.asc' then m.release_date - date '2000-01-01' end,
          case sort when 'rating.desc' then -m.vote_count when 'rating.asc' then m.vote_count end, m.id$sql$;
  by_name constant text := $sql$
          case when sort = 'title.asc' then m.title end collate name_order,
          case when sort = 'title.desc' then m.title end collate name_order desc, m.id$sql$;
  collected constant text := $sql$
      if is_by_name then{by name}
      else{by number}
      end if;
      return;$sql$;
  -- A scalar subquery, because EXISTS would become a join with all rows of the keyword.
  has_keyword constant text := $sql$(keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and $sql$;
  orders constant text[] := array[
    'popularity.desc', 'm.popularity desc nulls last, m.id',
    'popularity.asc', 'm.popularity, m.id',
    'date.desc', 'm.release_date desc nulls last, m.id',
    'date.asc', 'm.release_date, m.id',
    'rating.desc', 'm.vote_average desc nulls last, m.vote_count desc nulls last, m.id',
    'rating.asc', 'm.vote_average, m.vote_count, m.id',
    'title.asc', 'm.title collate name_order, m.id',
    'title.desc', 'm.title collate name_order desc, m.id'];
  walks text := '';
  walks_of_year text := '';
  way record;
  body text := $sql$
create or replace function list_movies(
  sort text, skip integer, most integer, adults boolean, of_genre smallint, of_genre_id uuid, bits integer,
  least_bits integer, of_year smallint, of_status movie_status, of_keyword uuid, of_keyword_name text, votes integer,
  out total integer, out ids uuid[]
) language plpgsql stable set plan_cache_mode = force_generic_plan as $function$
declare
  keyword_ids uuid[];
  size float8 := (select greatest(reltuples, 0) from pg_class where oid = 'movies'::regclass);
  matched float8;
  walked float8;
  by_status float8 := 'infinity';
  by_genre float8 := 'infinity';
  is_by_name boolean := sort in ('title.asc', 'title.desc');
begin
  if of_keyword is not null then
    keyword_ids := array[of_keyword];
  elsif of_keyword_name is not null then
    keyword_ids := array(select id from keywords where lower(name) = lower(of_keyword_name));
  end if;

  -- The total is counted where no counter knows it.
  if keyword_ids is not null then
    if cardinality(keyword_ids) = 1 then
      matched := (select count(*) from title_keywords k where {of keywords});
    else
      matched := (select count(distinct k.title_id) from title_keywords k where {of keywords});
    end if;
    total := matched;
    if votes is not null then
      total := (select count(distinct m.id) from title_keywords k join movies m on m.id = k.title_id
        where {of keywords} and m.vote_count >= votes);
    end if;
  elsif of_year is not null and (votes is not null or (bits <> 0 and of_genre is null)) then
    total := (select count(*) from movies m where {of dates} and {filters} and (votes is null or m.vote_count >= votes));
  elsif votes is not null then
    total := (select count(*) from movies m where m.vote_count >= votes and {filters});
  elsif bits <> 0 and of_genre is null then
    total := (select count(*) from movies m where {filters});
  elsif of_year is not null then
    total := (select coalesce(sum(n), 0) from title_counts c where c.kind = 'movie' and c.genre = coalesce(of_genre, -1)
      and c.year = of_year and (of_status is null or c.status = of_status::text) and c.adult <= adults);
  else
    total := (select coalesce(sum(n), 0) from title_totals c where c.kind = 'movie' and c.genre = coalesce(of_genre, -1)
      and (of_status is null or c.status = of_status::text) and c.adult <= adults);
  end if;
  ids := '{}';
  if total <= skip then
    return;
  end if;

  -- The cheapest way, by the rows to visit: a walk in the index of the order passes size / total rows for each match.
  -- Collected rows cost more than steps of a walk, where they are looked up in the table six times as much.
  walked := least(size, (skip + most) * size / total);
  if keyword_ids is not null then
    if matched < walked then{collect keywords}
    end if;
  elsif of_year is not null then{walks of year}
    matched := (select coalesce(sum(n), 0) from title_counts c
      where c.kind = 'movie' and c.genre = -1 and c.year = of_year and c.adult <= adults);
    if is_by_name and 2 * matched + 6 * total < walked then{collect names of year}
      return;
    elsif not is_by_name and 2 * matched < walked then{collect numbers of year}
      return;
    end if;
  else
    if of_status is not null then
      by_status := 6 * (select coalesce(sum(n), 0) from title_totals c
        where c.kind = 'movie' and c.genre = -1 and c.status = of_status::text and c.adult <= adults);
    end if;
    if of_genre_id is not null then
      by_genre := 6 * (select coalesce(sum(n), 0) from title_totals c
        where c.kind = any('{movie,series}') and c.genre = genre_place(of_genre_id) and c.adult <= adults);
    end if;
    if by_status < walked and by_status <= by_genre then{collect status}
    elsif by_genre < walked then{collect genre}
    end if;
  end if;{walks}
end $function$
$sql$;
begin
  for i in 1 .. array_length(orders, 1) by 2 loop
    walks := walks || E'\n  ' || case i when 1 then 'if' else 'elsif' end || format(' sort = %L then', orders[i])
      || replace(replace(replace(page, '{from}', 'movies m'), '{where}', has_keyword), '{order}', orders[i + 1]);
    if orders[i] in ('popularity.desc', 'rating.desc', 'date.desc', 'date.asc') then
      walks_of_year := walks_of_year || E'\n    ' || format('if sort = %L then', orders[i])
        || replace(replace(replace(page, '{from}', 'movies m'), '{order}', orders[i + 1]),
             '{where}', case when orders[i] like 'date%' then of_dates else 'm.year = of_year' end || ' and ')
        || E'\n      return;\n    end if;';
    end if;
  end loop;
  body := replace(body, '{walks}', walks || E'\n  end if;');
  body := replace(body, '{walks of year}', walks_of_year);
  body := replace(body, '{collect names of year}', replace(replace(replace(page, '{order}', by_name),
    '{where}{filters} and (votes is null or m.vote_count >= votes)', 'true'), '{from}',
    '(select m.id from movies m where {of dates} and {filters} and (votes is null or m.vote_count >= votes) offset 0) chosen
          join movies m on m.id = chosen.id'));
  body := replace(body, '{collect numbers of year}', replace(replace(replace(page, '{order}', by_number),
    '{where}', '{of dates} and '), '{from}', 'movies m'));
  for way in
    select * from (values
      ('{collect keywords}', '(select distinct k.title_id from title_keywords k where {of keywords}) listed
          join movies m on m.id = listed.title_id', ''),
      ('{collect status}', 'movies m', 'm.status = of_status and '),
      ('{collect genre}', 'title_genres g join movies m on m.id = g.title_id', 'g.genre_id = of_genre_id and ')
    ) t (name, "from", "where")
  loop
    body := replace(body, way.name, replace(replace(replace(replace(collected,
      '{by name}', replace(page, '{order}', by_name)), '{by number}', replace(page, '{order}', by_number)),
      '{from}', way."from"), '{where}', way."where"));
  end loop;
  body := replace(replace(replace(body, '{of keywords}', of_keywords), '{of dates}', of_dates), '{filters}', filters);
  execute body;
  body := replace(replace(replace(body, 'list_movies', 'list_series'), 'movie_status', 'series_status'), 'release_date', 'first_air_date');
  execute replace(replace(body, 'movies', 'series'), $$'movie'$$, $$'series'$$);
end $do$;
