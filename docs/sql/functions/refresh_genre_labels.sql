-- Calls: genre_labels_of.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.refresh_genre_labels()
 RETURNS void
 LANGUAGE sql
AS $function$
  update movies set genre_labels = genre_labels_of(id) where genre_labels is distinct from genre_labels_of(id);
  update series set genre_labels = genre_labels_of(id) where genre_labels is distinct from genre_labels_of(id);
$function$;
