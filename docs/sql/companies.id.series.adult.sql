-- GET /api/v1/companies/company_01990005000070008000000000000007/series?include_adult=true
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
      "series"
    where
      (
        "series"."id" in (
          select
            "title_id"
          from
            "title_companies"
          where
            "title_companies"."company_id" = $1
        )
        and "series"."adult" is not null
      )
  ),
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'series_' || replace("id"::text, '-', '') as "id",
            'series' as "kind",
            "title",
            "original_title",
            "original_language",
            "overview",
            "first_air_date",
            "last_air_date",
            "year",
            "status",
            "number_of_seasons",
            "number_of_episodes",
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
            "series"
          where
            "series"."id" = any (
              array(
                select
                  id
                from
                  (
                    select
                      "series"."id"
                    from
                      "series"
                    where
                      (
                        "series"."id" in (
                          select
                            "title_id"
                          from
                            "title_companies"
                          where
                            "title_companies"."company_id" = $2
                        )
                        and "series"."adult" is not null
                      )
                    order by
                      "series"."popularity" desc nulls last,
                      "series"."id"
                    limit 200
                  ) listed
                limit $3
              )
            )
          order by
            "series"."popularity" desc nulls last,
            "series"."id"
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
--           ->  Hash Join
--                 Hash Cond: (series.id = title_companies.title_id)
--                 ->  Index Only Scan using series_by_date_asc on series
--                       Filter: (adult IS NOT NULL)
--                 ->  Hash
--                       ->  Bitmap Heap Scan on title_companies
--                             Recheck Cond: (company_id = $1)
--                             ->  Bitmap Index Scan on title_companies_company_id_index
--                                   Index Cond: (company_id = $1)
--   InitPlan 3
--     ->  Subquery Scan on item
--           ->  Sort
--                 Sort Key: series_2.popularity DESC NULLS LAST, series_2.id
--                 InitPlan 2
--                   ->  Limit
--                         ->  Subquery Scan on listed
--                               ->  Limit
--                                     ->  Sort
--                                           Sort Key: series_1.popularity DESC NULLS LAST, series_1.id
--                                           ->  Hash Join
--                                                 Hash Cond: (series_1.id = title_companies_1.title_id)
--                                                 ->  Index Only Scan using series_by_popularity_desc on series series_1
--                                                       Filter: (adult IS NOT NULL)
--                                                 ->  Hash
--                                                       ->  Bitmap Heap Scan on title_companies title_companies_1
--                                                             Recheck Cond: (company_id = $2)
--                                                             ->  Bitmap Index Scan on title_companies_company_id_index
--                                                                   Index Cond: (company_id = $2)
--                 ->  Index Scan using series_pkey on series series_2
--                       Index Cond: (id = ANY ((InitPlan 2).col1))
