-- Its statements find the rows of a few movies whatever the values are: planning them for each call took three times as
-- long as running them.
alter function refresh_theatrical_releases(uuid[]) set plan_cache_mode = force_generic_plan;
