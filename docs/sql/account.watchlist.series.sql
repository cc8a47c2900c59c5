-- GET /api/v1/account/watchlist/series
-- Statements: 2
-- Functions: functions/genre_labels_of.sql
-- Written by `bun run sql`.

-- $1 uuid = '01990018-0000-7000-8000-000000000007'
-- $2 integer = '0'
select
  'user_' || replace("id"::text, '-', ''),
  "email",
  "display_name",
  to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
from
  "users"
where
  (
    "users"."id" = $1
    and "users"."token_version" = $2
  );

-- Plan for any values:
-- Index Scan using users_pkey on users
--   Index Cond: (id = $1)
--   Filter: (token_version = $2)

-- $1 uuid = '01990018-0000-7000-8000-000000000007'
-- $2 uuid = '01990018-0000-7000-8000-000000000007'
-- $3 bigint = '20'
-- $4 bigint = '0'
select
  (
    select
      count(*)::int
    from
      "watchlist_entries"
      join "series" on "series"."id" = "watchlist_entries"."title_id"
    where
      "watchlist_entries"."user_id" = $1::uuid
  ) as total_results,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'added_at', to_char("watchlist_entries"."added_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'series', (
              select
                row_to_json(item)
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
                    "series"."id" = "watchlist_entries"."title_id"
                ) item
            )
          )
          order by
            "watchlist_entries"."added_at" desc,
            "watchlist_entries"."title_id"
        ),
        '[]'::json
      )
    from
      (
        select
          "watchlist_entries".*
        from
          "watchlist_entries"
          join "series" on "series"."id" = "watchlist_entries"."title_id"
        where
          "watchlist_entries"."user_id" = $2::uuid
        order by
          "watchlist_entries"."added_at" desc,
          "watchlist_entries"."title_id"
        limit $3
        offset $4
      ) "watchlist_entries"
  ) as results;

-- Plan for any values:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Nested Loop
--                 ->  Index Only Scan using watchlist_entries_user_id_title_id_pk on watchlist_entries
--                       Index Cond: (user_id = $1)
--                 ->  Index Only Scan using series_pkey on series
--                       Index Cond: (id = watchlist_entries.title_id)
--   InitPlan 3
--     ->  Aggregate
--           ->  Limit
--                 ->  Sort
--                       Sort Key: watchlist_entries_1.added_at DESC, watchlist_entries_1.title_id
--                       ->  Nested Loop
--                             ->  Bitmap Heap Scan on watchlist_entries watchlist_entries_1
--                                   Recheck Cond: (user_id = $2)
--                                   ->  Bitmap Index Scan on watchlist_entries_user_id_title_id_pk
--                                         Index Cond: (user_id = $2)
--                             ->  Index Only Scan using series_pkey on series series_2
--                                   Index Cond: (id = watchlist_entries_1.title_id)
--           SubPlan 2
--             ->  Index Scan using series_pkey on series series_1
--                   Index Cond: (id = watchlist_entries_1.title_id)
