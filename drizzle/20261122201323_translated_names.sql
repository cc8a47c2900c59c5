-- Titles and names in other languages are alternate names. `is_translation`, because each kind of names has a limit of its own: a title
-- with a hundred alternate ones is found by its translations, too.
create or replace view search_source as
  select m.id as entity_id, 1::smallint as kind, n.name_type, m.year,
    search_title_prominence(m.vote_count, m.popularity) as prom, m.popularity, m.adult, n.name, n.is_translation
  from movies m cross join lateral (
    select 0::smallint as name_type, m.title as name, false as is_translation
    union all select 1::smallint, m.original_title, false
    union all select 2::smallint, a.title, false from alternate_titles a where a.title_id = m.id
    union all select 2::smallint, t.title, true from translations t where t.owner_id = m.id and t.title is not null
  ) n
  where m.removed_at is null
  union all
  select s.id, 2::smallint, n.name_type, s.year,
    search_title_prominence(s.vote_count, s.popularity), s.popularity, s.adult, n.name, n.is_translation
  from series s cross join lateral (
    select 0::smallint as name_type, s.title as name, false as is_translation
    union all select 1::smallint, s.original_title, false
    union all select 2::smallint, a.title, false from alternate_titles a where a.title_id = s.id
    union all select 2::smallint, t.title, true from translations t where t.owner_id = s.id and t.title is not null
  ) n
  where s.removed_at is null
  union all
  select p.id, 3::smallint, n.name_type, null::smallint,
    search_person_prominence(p.popularity), p.popularity, coalesce(p.adult, false), n.name, false
  from people p cross join lateral (
    select 0::smallint as name_type, p.name as name
    union all select 2::smallint, other from unnest(p.also_known_as) other
  ) n
  where p.removed_at is null
  union all
  select c.id, 4::smallint, n.name_type, null::smallint, coalesce(known.prom, 0)::real, null::float8, false, n.name, n.is_translation
  from collections c cross join lateral (
    select 0.8 * max(search_title_prominence(m.vote_count, m.popularity)) as prom from movies m where m.collection_id = c.id
  ) known cross join lateral (
    select 0::smallint as name_type, c.name as name, false as is_translation
    union all select 2::smallint, t.title, true from translations t where t.owner_id = c.id and t.title is not null
  ) n
  where c.removed_at is null
  union all
  select c.id, 5::smallint, 0::smallint, null::smallint, search_company_prominence(known.votes), null::float8, false, c.name, false
  from companies c cross join lateral (
    select sum(coalesce(m.vote_count, s.vote_count)) as votes
    from (select tc.title_id from title_companies tc where tc.company_id = c.id limit 1000) t
      left join movies m on m.id = t.title_id left join series s on s.id = t.title_id
  ) known
  union all
  select k.id, 6::smallint, 0::smallint, null::smallint, 0.05::real, null::float8, false, k.name, false from keywords k;
--> statement-breakpoint
-- The names that the catalog has for these entities: of names that fold alike the best, at most 100 for each entity and 200 in other
-- languages. A stored name is not folded again: that is the dear part.
create or replace function search_wanted(ids uuid[]) returns setof search_wanted language sql stable as $$
  select distinct on (n.entity_id, n.fold) n.* from (
    select c.*, coalesce(
      (select s.fold from search_name s where s.entity_id = c.entity_id and s.name = c.name limit 1), search_fold(c.name)) as fold
    from (
      select distinct on (o.entity_id, o.name) o.entity_id, o.kind, o.name_type, o.year, o.prom, o.popularity, o.adult, o.name
      from (
        select entity_id, kind, name_type, year, prom, popularity, adult, left(name, 300) as name, is_translation,
          row_number() over (partition by entity_id, is_translation order by name_type, name) as place
        from search_source where entity_id = any(ids) and name <> ''
      ) o where o.place <= case when o.is_translation then 200 else 100 end order by o.entity_id, o.name, o.name_type
    ) c
  ) n where n.fold <> '' order by n.entity_id, n.fold, n.name_type, n.name $$;
--> statement-breakpoint
-- Of the companies of a title those whose prominence it could move: the votes of the title are held against those that the stored
-- prominence stands for. Adding up the votes of a company reads up to 1,000 titles, and a large one is named by every tenth title. A
-- title with a twentieth of the votes is always enough, one with fewer is as often as that takes to see a company grow by a
-- twentieth: which of them it is follows from the two ids, so that the same catalog has the same prominences. A company without a name in
-- the search is new. `reindex` adds up all of them.
create function search_moved_companies(of_title uuid, companies uuid[]) returns setof uuid language sql stable as $$
  select company
  from unnest(companies) company
    left join lateral (select prom from search_name where entity_id = company limit 1) stored on true
  where stored.prom is null
    or 20 * greatest(1, coalesce((select vote_count from movies where id = of_title), (select vote_count from series where id = of_title), 0))
      > (20 * exp(stored.prom * ln(40001::float8) / 0.6)) * ((hashtextextended(of_title::text || company::text, 0) & 65535) / 65536.0)
$$;
