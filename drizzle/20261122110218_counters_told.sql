-- What answers are counted and found by, beside the tables that they show: a recount changes nothing else.
select tell_changes_of(shown::regclass)
from unnest(array['keyword_counts', 'record_counts', 'theatrical_releases', 'title_totals']) shown;
