-- Calls: genre_place.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.list_movies(sort text, skip integer, most integer, adults boolean, of_genre smallint, of_genre_id uuid, bits integer, least_bits integer, of_year smallint, of_status movie_status, of_keyword uuid, of_keyword_name text, votes integer, OUT total integer, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
      matched := (select count(*) from title_keywords k where k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text));
    else
      matched := (select count(distinct k.title_id) from title_keywords k where k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text));
    end if;
    total := matched;
    if votes is not null then
      total := (select count(distinct m.id) from title_keywords k join movies m on m.id = k.title_id
        where k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text) and m.vote_count >= votes);
    end if;
  elsif of_year is not null and (votes is not null or (bits <> 0 and of_genre is null)) then
    total := (select count(*) from movies m where m.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes));
  elsif votes is not null then
    total := (select count(*) from movies m where m.vote_count >= votes and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status));
  elsif bits <> 0 and of_genre is null then
    total := (select count(*) from movies m where m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status));
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
    if matched < walked then
      if is_by_name then
      ids := array(select id from (
        select m.id from (select distinct k.title_id from title_keywords k where k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text)) listed
          join movies m on m.id = listed.title_id where m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case when sort = 'title.asc' then m.title end collate name_order,
          case when sort = 'title.desc' then m.title end collate name_order desc, m.id limit 50 offset skip) found limit most);
      else
      ids := array(select id from (
        select m.id from (select distinct k.title_id from title_keywords k where k.keyword_id = any(keyword_ids) and k.kind = 'movie'
        and k.genre_mask & bits >= least_bits and k.adult <= adults
        and (of_year is null or k.year = of_year) and (of_status is null or k.status = of_status::text)) listed
          join movies m on m.id = listed.title_id where m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case sort when 'popularity.desc' then -m.popularity when 'popularity.asc' then m.popularity
            when 'rating.desc' then -m.vote_average when 'rating.asc' then m.vote_average
            when 'date.desc' then date '2000-01-01' - m.release_date
            when 'date.asc' then m.release_date - date '2000-01-01' end,
          case sort when 'rating.desc' then -m.vote_count when 'rating.asc' then m.vote_count end, m.id limit 50 offset skip) found limit most);
      end if;
      return;
    end if;
  elsif of_year is not null then
    if sort = 'popularity.desc' then
      ids := array(select id from (
        select m.id from movies m where m.year = of_year and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.popularity desc nulls last, m.id limit 50 offset skip) found limit most);
      return;
    end if;
    if sort = 'date.desc' then
      ids := array(select id from (
        select m.id from movies m where m.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.release_date desc nulls last, m.id limit 50 offset skip) found limit most);
      return;
    end if;
    if sort = 'date.asc' then
      ids := array(select id from (
        select m.id from movies m where m.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.release_date, m.id limit 50 offset skip) found limit most);
      return;
    end if;
    if sort = 'rating.desc' then
      ids := array(select id from (
        select m.id from movies m where m.year = of_year and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.vote_average desc nulls last, m.vote_count desc nulls last, m.id limit 50 offset skip) found limit most);
      return;
    end if;
    matched := (select coalesce(sum(n), 0) from title_counts c
      where c.kind = 'movie' and c.genre = -1 and c.year = of_year and c.adult <= adults);
    if is_by_name and 2 * matched + 6 * total < walked then
      ids := array(select id from (
        select m.id from (select m.id from movies m where m.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes) offset 0) chosen
          join movies m on m.id = chosen.id where true
        order by 
          case when sort = 'title.asc' then m.title end collate name_order,
          case when sort = 'title.desc' then m.title end collate name_order desc, m.id limit 50 offset skip) found limit most);
      return;
    elsif not is_by_name and 2 * matched < walked then
      ids := array(select id from (
        select m.id from movies m where m.release_date between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case sort when 'popularity.desc' then -m.popularity when 'popularity.asc' then m.popularity
            when 'rating.desc' then -m.vote_average when 'rating.asc' then m.vote_average
            when 'date.desc' then date '2000-01-01' - m.release_date
            when 'date.asc' then m.release_date - date '2000-01-01' end,
          case sort when 'rating.desc' then -m.vote_count when 'rating.asc' then m.vote_count end, m.id limit 50 offset skip) found limit most);
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
    if by_status < walked and by_status <= by_genre then
      if is_by_name then
      ids := array(select id from (
        select m.id from movies m where m.status = of_status and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case when sort = 'title.asc' then m.title end collate name_order,
          case when sort = 'title.desc' then m.title end collate name_order desc, m.id limit 50 offset skip) found limit most);
      else
      ids := array(select id from (
        select m.id from movies m where m.status = of_status and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case sort when 'popularity.desc' then -m.popularity when 'popularity.asc' then m.popularity
            when 'rating.desc' then -m.vote_average when 'rating.asc' then m.vote_average
            when 'date.desc' then date '2000-01-01' - m.release_date
            when 'date.asc' then m.release_date - date '2000-01-01' end,
          case sort when 'rating.desc' then -m.vote_count when 'rating.asc' then m.vote_count end, m.id limit 50 offset skip) found limit most);
      end if;
      return;
    elsif by_genre < walked then
      if is_by_name then
      ids := array(select id from (
        select m.id from title_genres g join movies m on m.id = g.title_id where g.genre_id = of_genre_id and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case when sort = 'title.asc' then m.title end collate name_order,
          case when sort = 'title.desc' then m.title end collate name_order desc, m.id limit 50 offset skip) found limit most);
      else
      ids := array(select id from (
        select m.id from title_genres g join movies m on m.id = g.title_id where g.genre_id = of_genre_id and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by 
          case sort when 'popularity.desc' then -m.popularity when 'popularity.asc' then m.popularity
            when 'rating.desc' then -m.vote_average when 'rating.asc' then m.vote_average
            when 'date.desc' then date '2000-01-01' - m.release_date
            when 'date.asc' then m.release_date - date '2000-01-01' end,
          case sort when 'rating.desc' then -m.vote_count when 'rating.asc' then m.vote_count end, m.id limit 50 offset skip) found limit most);
      end if;
      return;
    end if;
  end if;
  if sort = 'popularity.desc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.popularity desc nulls last, m.id limit 50 offset skip) found limit most);
  elsif sort = 'popularity.asc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.popularity, m.id limit 50 offset skip) found limit most);
  elsif sort = 'date.desc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.release_date desc nulls last, m.id limit 50 offset skip) found limit most);
  elsif sort = 'date.asc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.release_date, m.id limit 50 offset skip) found limit most);
  elsif sort = 'rating.desc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.vote_average desc nulls last, m.vote_count desc nulls last, m.id limit 50 offset skip) found limit most);
  elsif sort = 'rating.asc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.vote_average, m.vote_count, m.id limit 50 offset skip) found limit most);
  elsif sort = 'title.asc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.title collate name_order, m.id limit 50 offset skip) found limit most);
  elsif sort = 'title.desc' then
      ids := array(select id from (
        select m.id from movies m where (keyword_ids is null or (select true from title_keywords k
          where k.title_id = m.id and k.keyword_id = any(keyword_ids) limit 1)) and m.genre_mask & bits >= least_bits and m.adult <= adults
        and (of_year is null or m.year = of_year) and (of_status is null or m.status = of_status) and (votes is null or m.vote_count >= votes)
        order by m.title collate name_order desc, m.id limit 50 offset skip) found limit most);
  end if;
end $function$;
