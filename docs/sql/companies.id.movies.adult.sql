-- GET /api/v1/companies/company_01990005000070008000000000000007/movies?include_adult=true
-- Statements: 1
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 uuid = '01990005-0000-7000-8000-000000000007'
-- $2 uuid = '01990005-0000-7000-8000-000000000007'
-- $3 bigint = '20'
-- $4 uuid = '01990005-0000-7000-8000-000000000007'
select
  (
    select
      count(*)::int
    from
      "movies"
    where
      (
        "movies"."id" in (
          select
            "title_id"
          from
            "title_companies"
          where
            "title_companies"."company_id" = $1
        )
        and "movies"."adult" is not null
      )
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'movie_' || replace("id"::text, '-', '') as "id",
            'movie' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "release_date",
            "year",
            "status",
            "runtime",
            "popularity",
            "vote_average",
            "vote_count",
            "poster_path",
            "backdrop_path",
            coalesce("genre_labels", genre_labels_of ("id"))::json as "genres",
            coalesce("adult", "removed_adult") as "adult",
            to_char("updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            "movies"
          where
            "movies"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "movies"."id"
                    from
                      "movies"
                    where
                      (
                        "movies"."id" in (
                          select
                            "title_id"
                          from
                            "title_companies"
                          where
                            "title_companies"."company_id" = $2
                        )
                        and "movies"."adult" is not null
                      )
                    order by
                      "movies"."popularity" desc nulls last,
                      "movies"."id"
                    limit 200
                  ) listed
                limit $3
              )
            )
          order by
            "movies"."popularity" desc nulls last,
            "movies"."id"
        ) item
    )
  )::text
from
  "companies"
where
  "companies"."id" = $4;

-- Plan for any values:
-- Index Only Scan using companies_pkey on companies
--   Index Cond: (id = $4)
--   InitPlan 1
--     ->  Aggregate
--           ->  Nested Loop
--                 ->  Bitmap Heap Scan on title_companies
--                       Recheck Cond: (company_id = $1)
--                       ->  Bitmap Index Scan on title_companies_company_id_index
--                             Index Cond: (company_id = $1)
--                 ->  Index Scan using movies_pkey on movies
--                       Index Cond: (id = title_companies.title_id)
--                       Filter: (adult IS NOT NULL)
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: movies_2.popularity DESC NULLS LAST, movies_2.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Sort
--                                           Sort Key: movies_1.popularity DESC NULLS LAST, movies_1.id
--                                           ->  Nested Loop
--                                                 ->  Bitmap Heap Scan on title_companies title_companies_1
--                                                       Recheck Cond: (company_id = $2)
--                                                       ->  Bitmap Index Scan on title_companies_company_id_index
--                                                             Index Cond: (company_id = $2)
--                                                 ->  Index Scan using movies_pkey on movies movies_1
--                                                       Index Cond: (id = title_companies_1.title_id)
--                                                       Filter: (adult IS NOT NULL)
--                 ->  Index Scan using movies_pkey on movies movies_2
--                       Index Cond: (id = ANY ((InitPlan 2).col1))
