-- GET /api/v1/movies?page=2
-- Statements: 1
-- Functions: functions/genre_labels_of.sql, functions/list_movies.sql
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
-- $18 movie_status = null
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
            'movie_' || replace("movies"."id"::text, '-', '') as "id",
            'movie' as "kind",
            "movies"."title",
            "movies"."original_title",
            "movies"."original_language",
            "movies"."overview",
            "movies"."release_date",
            "movies"."year",
            "movies"."status",
            "movies"."runtime",
            "movies"."popularity",
            "movies"."vote_average",
            "movies"."vote_count",
            "movies"."poster_path",
            "movies"."backdrop_path",
            coalesce("movies"."genre_labels", genre_labels_of ("movies"."id"))::json as "genres",
            coalesce("movies"."adult", "movies"."removed_adult") as "adult",
            to_char("movies"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
            to_char("movies"."removed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "removed_at"
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
                              "movies"."popularity" as "popularity",
                              "movies".id
                            from
                              "movies"
                            where
                              (
                                (
                                  "movies"."popularity" = "placed"."popularity"
                                  and "movies".id >= "placed".id
                                )
                                and "movies"."adult" <= $1
                              )
                            order by
                              "movies"."popularity" desc nulls last,
                              "movies".id
                            limit placed.skip + 50
                          )
                          union all
                          (
                            select
                              "movies"."popularity" as "popularity",
                              "movies".id
                            from
                              "movies"
                            where
                              (
                                "movies"."popularity" < "placed"."popularity"
                                and "movies"."adult" <= $2
                              )
                            order by
                              "movies"."popularity" desc nulls last,
                              "movies".id
                            limit placed.skip + 50
                          )
                          union all
                          (
                            select
                              "movies"."popularity" as "popularity",
                              "movies".id
                            from
                              "movies"
                            where
                              (
                                (
                                  "movies"."popularity" is null
                                  and "movies".id >= case
                                    when "placed"."popularity" is null then "placed".id
                                    else '00000000-0000-0000-0000-000000000000'::uuid
                                  end
                                )
                                and "movies"."adult" <= $3
                              )
                            order by
                              "movies"."popularity" desc nulls last,
                              "movies".id
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
            inner join "movies" on "movies"."id" = place.title_id
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
          "movie_moves" as
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
          stored.list = 'movies popularity.desc'
          and stored.part = $7
      ) block on true
      left join "list_marks" mark on mark.list = 'movies popularity.desc'
      and mark.mark = block.mark
      left join lateral (
        select
          coalesce(sum(move.n), 0)::int as shift
        from
          "movie_moves" as
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
      list_movies ($9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) found
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
--                           ->  Seq Scan on movie_moves move
--                                 Filter: (adult <= $6)
--                     ->  Nested Loop
--                           ->  Seq Scan on list_starts stored
--                                 Filter: ((list = 'movies popularity.desc'::text) AND (part = $7))
--                           ->  Seq Scan on list_blocks
--                                 Filter: (list = 'movies popularity.desc'::text)
--               ->  Seq Scan on list_marks mark
--                     Filter: (list = 'movies popularity.desc'::text)
--         ->  Aggregate
--               ->  Seq Scan on movie_moves move_1
--                     Filter: ((adult <= $8) AND ((COALESCE(popularity, '-Infinity'::double precision) > COALESCE(mark.popularity, '-Infinity'::double precision)) OR ((COALESCE(popularity, '-Infinity'::double precision) = COALESCE(mark.popularity, '-Infinity'::double precision)) AND (id < mark.id))))
--   ->  Result
--         One-Time Filter: ((stored.total + ((COALESCE(sum(move.n), '0'::bigint))::integer)) IS NULL)
--         ->  Function Scan on list_movies found
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
--                                                             ->  Index Only Scan using movies_by_popularity_asc on movies
--                                                                   Index Cond: ((popularity = CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END) AND (id >= COALESCE(mark.id, '00000000-0000-0000-0000-000000000000'::uuid)))
--                                                                   Filter: (adult <= $1)
--                                           ->  Subquery Scan on "*SELECT* 2"
--                                                 ->  Limit
--                                                       ->  Index Only Scan using movies_by_popularity_desc on movies movies_1
--                                                             Index Cond: (popularity < CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END)
--                                                             Filter: (adult <= $2)
--                                           ->  Subquery Scan on "*SELECT* 3"
--                                                 ->  Limit
--                                                       ->  Index Only Scan using movies_by_popularity_desc on movies movies_2
--                                                             Index Cond: ((popularity IS NULL) AND (id >= CASE WHEN (CASE WHEN (mark.mark IS NULL) THEN 'Infinity'::double precision ELSE mark.popularity END IS NULL) THEN COALESCE(mark.id, '00000000-0000-0000-0000-000000000000'::uuid) ELSE '00000000-0000-0000-0000-000000000000'::uuid END))
--                                                             Filter: (adult <= $3)
--                 ->  Function Scan on unnest place
--                 ->  Index Scan using movies_pkey on movies movies_3
--                       Index Cond: (id = place.title_id)
