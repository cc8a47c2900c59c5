-- GET /api/v1/changes
-- Statements: 1
-- Written by `bun run sql`.

select
  epoch,
  sequence::float8 as head,
  purged_sequence::float8 as purged,
  (
    "change_counter"."system_identifier" = (
      select
        system_identifier || '/' || oid
      from
        pg_control_system(),
        pg_database
      where
        datname = current_database()
    )
    and "change_counter"."timeline" = case
      when pg_is_in_recovery() then "change_counter"."timeline"
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
    end
  ) as is_same_database
from
  "change_counter";

-- Plan for any values:
-- Seq Scan on change_counter
--   InitPlan 1
--     ->  Nested Loop
--           ->  Function Scan on pg_control_system
--           ->  Seq Scan on pg_database
--                 Filter: (datname = current_database())
