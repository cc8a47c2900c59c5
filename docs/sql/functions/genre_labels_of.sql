-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.genre_labels_of(title uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT (array_to_json(ARRAY(SELECT label.*::record AS label FROM (SELECT ('genre_'::text || replace((genres.id)::text, '-'::text, ''::text)) AS id, genres.name FROM (title_genres JOIN genres ON ((genres.id = title_genres.genre_id))) WHERE (title_genres.title_id = genre_labels_of.title) ORDER BY title_genres."position", genres.id) label)))::text AS array_to_json);
