-- GET /api/v1/movies/movie_01990001000070008000000000000018/watch-providers?country=DE
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text = 'DE'
-- $2 uuid = '01990001-0000-7000-8000-000000000018'
select
  'movie_' || replace("id"::text, '-', ''),
  (
    select
      '{' || coalesce(
        string_agg(
          to_json(country)::text || ':{' || fields || '}',
          ','
          order by
            country
        ),
        ''
      ) || '}'
    from
      (
        select
          listed.country,
          '"link":' || coalesce(to_json("offering_links"."link")::text, 'null') || string_agg(
            ',"' || monetization || '":[' || list || ']',
            ''
            order by
              monetization
          ) as fields
        from
          (
            select
              country,
              monetization,
              string_agg(
                row_to_json(offer)::text,
                ','
                order by
                  offer.display_priority nulls last,
                  offer.provider_name,
                  "watch_providers"."id"
              ) as list
            from
              (
                select
                  *
                from
                  "offerings"
                where
                  "offerings"."title_id" = "movies"."id"
                  and "offerings"."country" = $1
                order by
                  country,
                  monetization,
                  watch_provider_id
                limit 3000
              ) as offerings
              join "watch_providers" on "watch_providers"."id" = "offerings"."watch_provider_id"
              cross join lateral (
                select
                  "watch_providers"."external_id" as provider_id,
                  "watch_providers"."name" as provider_name,
                  "watch_providers"."logo_path" as logo_path,
                  coalesce("offerings"."display_priority", "watch_providers"."display_priority") as display_priority
              ) offer
            group by
              country,
              monetization
          ) listed
          left join "offering_links" on "offering_links"."title_id" = "movies"."id"
          and "offering_links"."country" = listed.country
        group by
          listed.country,
          "offering_links"."link"
      ) countries
  )
from
  "movies"
where
  "movies"."id" = $2;

-- Plan for any values:
-- Index Only Scan using movies_pkey on movies
--   Index Cond: (id = $2)
--   SubPlan 1
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: offerings.country, offering_links.link
--                 ->  Incremental Sort
--                       Sort Key: offerings.country, offering_links.link, offerings.monetization
--                       Presorted Key: offerings.country
--                       ->  Merge Left Join
--                             Merge Cond: (offerings.country = offering_links.country)
--                             ->  GroupAggregate
--                                   Group Key: offerings.country, offerings.monetization
--                                   ->  Sort
--                                         Sort Key: offerings.country, offerings.monetization, (COALESCE(offerings.display_priority, watch_providers.display_priority)), watch_providers.name, watch_providers.id
--                                         ->  Hash Join
--                                               Hash Cond: (watch_providers.id = offerings.watch_provider_id)
--                                               ->  Seq Scan on watch_providers
--                                               ->  Hash
--                                                     ->  Subquery Scan on offerings
--                                                           ->  Limit
--                                                                 ->  Sort
--                                                                       Sort Key: offerings_1.monetization, offerings_1.watch_provider_id
--                                                                       ->  Bitmap Heap Scan on offerings offerings_1
--                                                                             Recheck Cond: ((title_id = movies.id) AND (country = $1))
--                                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                                   Index Cond: ((title_id = movies.id) AND (country = $1))
--                             ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                   Index Cond: (title_id = movies.id)
