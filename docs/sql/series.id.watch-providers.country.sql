-- GET /api/v1/series/series_01990002000070008000000000000018/watch-providers?country=DE
-- Statements: 1
-- Written by `bun run sql`.

-- $1 text = 'DE'
-- $2 uuid = '01990002-0000-7000-8000-000000000018'
select
  'series_' || replace("id"::text, '-', ''),
  (
    with
      offers as (
        select
          "offerings"."country" as country,
          "offerings"."monetization" as monetization,
          json_agg(
            json_build_object(
              'provider_id', "watch_providers"."external_id",
              'provider_name', "watch_providers"."name",
              'logo_path', "watch_providers"."logo_path",
              'display_priority', coalesce("offerings"."display_priority", "watch_providers"."display_priority")
            )
            order by
              coalesce("offerings"."display_priority", "watch_providers"."display_priority") nulls last,
              "watch_providers"."name",
              "watch_providers"."id"
          ) as list
        from
          (
            select
              *
            from
              "offerings"
            where
              "offerings"."title_id" = "series"."id"
              and "offerings"."country" = $1
            order by
              country,
              monetization,
              watch_provider_id
            limit 3000
          ) as offerings
          join "watch_providers" on "watch_providers"."id" = "offerings"."watch_provider_id"
        group by
          1,
          2
      ),
      entries as (
        select
          country,
          monetization::text as key,
          list as value,
          monetization as place
        from
          offers
        union all
        select
          country,
          'link',
          (
            select
              to_json("offering_links"."link")
            from
              "offering_links"
            where
              "offering_links"."title_id" = "series"."id"
              and "offering_links"."country" = offers.country
          ),
          null
        from
          offers
        group by
          country
      ),
      countries as (
        select
          country,
          json_object_agg(
            key,
            value
            order by
              place nulls first
          ) as entry
        from
          entries
        group by
          country
      )
    select
      coalesce(
        json_object_agg(
          country,
          entry
          order by
            country
        ),
        '{}'::json
      )
    from
      countries
  )
from
  "series"
where
  "series"."id" = $2;

-- Plan for any values:
-- Index Only Scan using series_pkey on series
--   Index Cond: (id = $2)
--   SubPlan 3
--     ->  Aggregate
--           CTE offers
--             ->  GroupAggregate
--                   Group Key: offerings.country, offerings.monetization
--                   ->  Sort
--                         Sort Key: offerings.country, offerings.monetization, (COALESCE(offerings.display_priority, watch_providers.display_priority)), watch_providers.name, watch_providers.id
--                         ->  Hash Join
--                               Hash Cond: (watch_providers.id = offerings.watch_provider_id)
--                               ->  Seq Scan on watch_providers
--                               ->  Hash
--                                     ->  Subquery Scan on offerings
--                                           ->  Limit
--                                                 ->  Sort
--                                                       Sort Key: offerings_1.monetization, offerings_1.watch_provider_id
--                                                       ->  Bitmap Heap Scan on offerings offerings_1
--                                                             Recheck Cond: ((title_id = series.id) AND (country = $1))
--                                                             ->  Bitmap Index Scan on offerings_title_id_country_monetization_watch_provider_id_pk
--                                                                   Index Cond: ((title_id = series.id) AND (country = $1))
--           ->  GroupAggregate
--                 Group Key: offers.country
--                 ->  Incremental Sort
--                       Sort Key: offers.country, offers.monetization NULLS FIRST
--                       Presorted Key: offers.country
--                       ->  Merge Append
--                             Sort Key: offers.country
--                             ->  CTE Scan on offers
--                             ->  Group
--                                   Group Key: offers_1.country
--                                   ->  CTE Scan on offers offers_1
--                                   SubPlan 2
--                                     ->  Index Scan using offering_links_title_id_country_pk on offering_links
--                                           Index Cond: ((title_id = series.id) AND (country = offers_1.country))
