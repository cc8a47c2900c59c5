-- Calls: genre_place.sql
-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.genre_mask_of(title uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(bit_or((1 << genre_place(title_genres.genre_id))), 0) AS "coalesce" FROM title_genres WHERE (title_genres.title_id = genre_mask_of.title));
