-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.genre_place(genre_id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((genre_id)::text ~~ '01980000-0000-7000-8000-0000000000__'::text) THEN (((('x'::text || "right"((genre_id)::text, 2)))::bit(8))::integer - 1) ELSE NULL::integer END;
