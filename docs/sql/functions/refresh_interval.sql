-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_interval(tier refresh_tier, kind job_kind, external_id text, unchanged integer)
 RETURNS interval
 LANGUAGE sql
 STABLE
RETURN (SELECT make_interval(secs => LEAST((CASE WHEN (refresh_interval.kind = 'collection'::job_kind) THEN ((30 * 86400))::double precision ELSE (CASE refresh_interval.tier WHEN 'airing'::refresh_tier THEN refresh_rules.airing_seconds WHEN 'current'::refresh_tier THEN refresh_rules.current_seconds WHEN 'popular'::refresh_tier THEN refresh_rules.popular_seconds ELSE refresh_rules.max_age_seconds END * ((2)::double precision ^ (LEAST(refresh_interval.unchanged, 3))::double precision)) END * ((1)::double precision + hashed.spread)), (refresh_rules.max_age_seconds * ((1)::double precision - abs(hashed.spread))))) AS make_interval FROM refresh_rules, (SELECT ((((((hashtextextended(refresh_interval.external_id, (0)::bigint) & (1023)::bigint))::numeric / 1023.0) - 0.5))::double precision * (0.2)::double precision) AS spread) hashed WHERE refresh_rules."only");
