-- GET /api/v1/series?page=2
-- Statements: 1
-- Functions: functions/genre_labels_of.sql, functions/list_series.sql
-- Written by `bun run sql`.

-- $1 boolean = 'f'
-- $2 boolean = 'f'
-- $3 boolean = 'f'
-- $4 bigint = '20'
-- $5 integer = '20'
-- $6 boolean = 'f'
-- $7 text = 'visible'
-- $8 boolean = 'f'
-- $9 text = 'popularity.desc'
-- $10 integer = '20'
-- $11 integer = '20'
-- $12 boolean = 'f'
-- $13 smallint = null
-- $14 uuid = null
-- $15 integer = '0'
-- $16 integer = '0'
-- $17 smallint = null
-- $18 series_status = null
-- $19 uuid = null
-- $20 text = null
-- $21 integer = null
select
  placed.total is not null as "is_placed",
  coalesce(placed.total, other.total) as "total_results",
  array_to_json(
    array(
      select
        item
      from
        (
          select
            'series_' || replace("series"."id"::text, '-', '') as "id",
            'series' as "kind",
            "series"."title",
            "series"."original_title",
            "series"."original_language",
            "series"."overview",
            "series"."first_air_date",
            "series"."last_air_date",
            "series"."year",
            "series"."status",
            "series"."number_of_seasons",
            "series"."number_of_episodes",
            "series"."popularity",
            "series"."vote_average",
            "series"."vote_count",
            "series"."poster_path",
            "series"."backdrop_path",
            coalesce("series"."genre_labels", genre_labels_of ("series"."id"))::json as "genres",
            coalesce("series"."adult", "series"."removed_adult") as "adult",
            to_char("series"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("series"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
          from
            unnest(
              case
                when placed.total is null then other.ids
                else array(
                  select
                    id
                  from
                    (
                      select
                        id
                      from
                        (
                          (
                            select
                              "series"."popularity" as "popularity",
                              "series".id
                            from
                              "series"
                            where
                              (
                                (
                                  "series"."popularity" = "placed"."popularity"
                                  and "series".id >= "placed".id
                                )
                                and "series"."adult" <= $1
                              )
                            order by
                              "series"."popularity" desc nulls last,
                              "series".id
                            limit placed.skip + 50
                          )
                          union all
                          (
                            select
                              "series"."popularity" as "popularity",
                              "series".id
                            from
                              "series"
                            where
                              (
                                "series"."popularity" < "placed"."popularity"
                                and "series"."adult" <= $2
                              )
                            order by
                              "series"."popularity" desc nulls last,
                              "series".id
                            limit placed.skip + 50
                          )
                          union all
                          (
                            select
                              "series"."popularity" as "popularity",
                              "series".id
                            from
                              "series"
                            where
                              (
                                (
                                  "series"."popularity" is null
                                  and "series".id >= case
                                    when "placed"."popularity" is null then "placed".id
                                    else '00000000-0000-0000-0000-000000000000'::uuid
                                  end
                                )
                                and "series"."adult" <= $3
                              )
                            order by
                              "series"."popularity" desc nulls last,
                              "series".id
                            limit placed.skip + 50
                          )
                        ) reached
                      order by
                        "popularity" desc nulls last,
                        id
                      offset placed.skip
                      limit 50
                    ) found
                  limit $4
                )
              end
            ) with ordinality as place (title_id, n)
            inner join "series" on "series"."id" = place.title_id
          order by
            place.n
        ) item
    )
  )::text as "results"
from
  (
    select
      case
        when "mark".mark is null then 'infinity'::float8
        else "mark"."popularity"
      end as "popularity",
      coalesce("mark".id, '00000000-0000-0000-0000-000000000000'::uuid) as id,
      block.total + asked.net as total,
      asked.at - coalesce(block.start + moved.shift, 0) as skip
    from
      (
        select
          $5::int as at,
          (
            count(*) filter (
              where
                move.n > 0
            )
          )::int as arrived,
          coalesce(sum(move.n), 0)::int as net
        from
          "series_moves" as
        move
        where
          move.adult <= $6
        offset 0
      ) asked
      left join lateral (
        select
          stored.starts[last.block] as start,
          list_blocks.marks[last.block] as mark,
          stored.total
        from
          "list_starts" stored
          join "list_blocks" on list_blocks.list = stored.list
          cross join lateral (
            select
              greatest(1, width_bucket(asked.at - asked.arrived, stored.starts)) as block
          ) last
        where
          stored.list = 'series popularity.desc'
          and stored.part = $7
      ) block on true
      left join "list_marks" mark on mark.list = 'series popularity.desc'
      and mark.mark = block.mark
      left join lateral (
        select
          coalesce(sum(move.n), 0)::int as shift
        from
          "series_moves" as
        move
        where
          (
            move.adult <= $8
            and (
              coalesce("move"."popularity", '-infinity'::float8) > coalesce("mark"."popularity", '-infinity'::float8)
              or (
                coalesce("move"."popularity", '-infinity'::float8) = coalesce("mark"."popularity", '-infinity'::float8)
                and "move".id < "mark".id
              )
            )
          )
      ) moved on mark.mark is not null
  ) placed
  left join lateral (
    select
      *
    from
      list_series ($9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) found
    where
      placed.total is null
    offset 0
  ) other on true;

-- Plan for any values:
-- Nested Loop Left Join
--   ->  Nested Loop Left Join
--         Join Filter: (mark.mark IS NOT NULL)
--         ->  Nested Loop Left Join
--               Join Filter: (mark.mark = (list_blocks.marks[GREATEST(1, width_bucket((($5) - ((count(*) FILTER (WHERE (move.n > 0)))::integer)), stored.starts))]))
--               ->  Nested Loop Left Join
--                     ->  Aggregate
--                           ->  Seq Scan on series_moves move
--                                 Filter: (adult <= $6)
--                     ->  Nested Loop
--                           ->  Seq Scan on list_starts stored
--                                 Filter: ((list = 'series popularity.desc'::text) AND (part = $7))
--                           ->  Seq Scan on list_blocks
--                                 Filter: (list = 'series popularity.desc'::text)
--               ->  Seq Scan on list_marks mark
--                     Filter: (list = 'series popularity.desc'::text)
--         ->  Aggregate
--               ->  Seq Scan on series_moves move_1
--                     Filter: ((adult <= $8) AND ((COALESCE(popularity, '-Infinity'::double precision) > COALESCE(mark.popularity, '-Infinity'::double precision)) OR ((COALESCE(popularity, '-Infinity'::double precision) = COALESCE(mark.popularity, '-Infinity'::double precision)) AND (id < mark.id))))
--   ->  Result
--         One-Time Filter: ((stored.total + ((COALESCE(sum(move.n), '0'::bigint))::integer)) IS NULL)
--         ->  Function Scan on list_series found
--   SubPlan 2
--     ->  Subquery Scan on item
--           ->  Nested Loop
--                 InitPlan 1
--                   ->  Limit
--                         ->  Subquery Scan on found_1
--                               ->  Limit
--                                     ->  Merge Append
--                                           Sort Key: "*SELECT* 1".popularity DESC NULLS LAST, "*SELECT* 1".id
--                                           ->  Sort
--                                                 Sort Key: "*SELECT* 1".popularity DESC NULLS LAST, "*SELECT* 1".id
--                                                 ->  Subquery Scan on "*SELECT* 1"
--                                                       ->  Limit
--                                                             ->  Index Only Scan using series_by_popularity_asc on series
--                                                                   Index Cond: ((popularity = CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END) AND (id >= COALESCE(mark.id, '00000000-0000-0000-0000-000000000000'::uuid)))
--                                                                   Filter: (adult <= $1)
--                                           ->  Subquery Scan on "*SELECT* 2"
--                                                 ->  Limit
--                                                       ->  Index Only Scan using series_by_popularity_desc on series series_1
--                                                             Index Cond: (popularity < CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END)
--                                                             Filter: (adult <= $2)
--                                           ->  Subquery Scan on "*SELECT* 3"
--                                                 ->  Limit
--                                                       ->  Index Only Scan using series_by_popularity_desc on series series_2
--                                                             Index Cond: ((popularity IS NULL) AND (id >= CASE WHEN (CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END IS NULL) THEN COALESCE(mark.id, '00000000-0000-0000-0000-000000000000'::uuid) ELSE '00000000-0000-0000-0000-000000000000'::uuid END))
--                                                             Filter: (adult <= $3)
--                 ->  Function Scan on unnest place
--                 ->  Index Scan using series_pkey on series series_3
--                       Index Cond: (id = place.title_id)
--
-- Inside list_series, line 4:
-- Result
--   InitPlan 1
--     ->  Index Scan using pg_class_oid_index on pg_class
--           Index Cond: (oid = '16926'::oid)
--
-- Inside list_series, line 48:
-- Result
--   InitPlan 1
--     ->  Aggregate
--           ->  Bitmap Heap Scan on title_totals c
--                 Recheck Cond: ((kind = 'series'::title_kind) AND (genre = COALESCE(($5)::integer, '-1'::integer)) AND (adult <= $4))
--                 Filter: (($10 IS NULL) OR (status = ($10)::text))
--                 ->  Bitmap Index Scan on title_totals_kind_genre_status_adult_shard_pk
--                       Index Cond: ((kind = 'series'::title_kind) AND (genre = COALESCE(($5)::integer, '-1'::integer)) AND (adult <= $4))
--
-- Inside list_series, line 191:
-- Result
--   InitPlan 2
--     ->  Limit
--           ->  Subquery Scan on found
--                 ->  Limit
--                       ->  Index Only Scan using series_by_popularity_desc on series m
--                             Filter: ((adult <= $4) AND (($9 IS NULL) OR (year = $9)) AND (($10 IS NULL) OR (status = $10)) AND (($13 IS NULL) OR (vote_count >= $13)) AND ((genre_mask & $7) >= $8) AND (($18 IS NULL) OR (SubPlan 1)))
--                             SubPlan 1
--                               ->  Limit
--                                     ->  Index Only Scan using title_keywords_title_id_keyword_id_pk on title_keywords k
--                                           Index Cond: ((title_id = m.id) AND (keyword_id = ANY ($18)))
