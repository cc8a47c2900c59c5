-- GET /api/v1/auth/me
-- Statements: 1
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
