-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_numeral(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(
    array_position('{i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii}'::text[], nullif(word, 'i'))::text,
    array_position('{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen}'::text[], word)::text,
    word) $function$;
