-- GET /api/v1/admin/imports/import_0199001a000070008000000000000001
-- Statements: 1
-- Written by `bun run sql`.

-- $1 uuid = '0199001a-0000-7000-8000-000000000001'
select
  'import_' || replace(id::text, '-', '') as id,
  kind,
  source,
  total,
  skipped,
  invalid,
  pending,
  enqueued,
  succeeded,
  failed,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as finished_at,
  case
    when paused_at is null
    and finished_at is null
    and succeeded + failed > resumed_with then ceil(
      (pending + enqueued) * extract(
        epoch
        from
          now() - resumed_at
      ) / (succeeded + failed - resumed_with)
    )::int
  end as eta_seconds,
  case
    when canceled_at is not null then 'canceled'
    when finished_at is not null then 'finished'
    when paused_at is not null then 'paused'
    else 'running'
  end as status,
  invalid_lines,
  failures
from
  imports
where
  id = $1;

-- Plan for any values:
-- Seq Scan on imports
--   Filter: (id = $1)
