-- Calls: refresh_interval.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_due(tier refresh_tier, kind job_kind, external_id text, fetched_at timestamp with time zone, unchanged integer, rises_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN LEAST((fetched_at + refresh_interval(tier, kind, external_id, unchanged)), (GREATEST(rises_at, (fetched_at + refresh_interval(CASE kind WHEN 'season'::job_kind THEN 'airing'::refresh_tier ELSE 'current'::refresh_tier END, kind, external_id, unchanged))) + CASE WHEN (rises_at IS NULL) THEN NULL::interval ELSE '00:00:00'::interval END));
