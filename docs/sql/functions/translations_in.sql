-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.translations_in(answer text, languages text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  owners uuid[];
  short uuid[];
  foreign_languages constant text[] := array_remove(languages, 'en');
begin
  if languages is null then return null; end if;
  select array_agg(distinct owner), array_agg(distinct owner) filter (where is_short) into owners, short from (
    select substr(piece, strpos(piece, '_') + 1, 32)::uuid as owner,
      kind in ('movie', 'series') and strpos(piece, '"original_language":') = 0 as is_short
    from (
      select piece, split_part(left(piece, 12), '_', 1) as kind from string_to_table(answer, '"id":"') piece) pieces
    where kind in ('movie', 'series', 'season', 'episode', 'collection')
      or kind = 'person' and strpos(piece, '"biography":') > 0) shown;
  return json_build_object(
    'translations', array_to_json(array(
      select json_build_array(replace(named.owner::text, '-', ''), found.language, found.country, found.title,
        found.overview, found.tagline, found.homepage)
      from unnest(owners) named(owner) cross join lateral (
        select * from translations t where t.owner_id = named.owner and t.language = any(languages) offset 0) found)),
    'posters', array_to_json(array(
      select json_build_array(replace(named.owner::text, '-', ''), asked.language, best.file_path)
      from unnest(owners) named(owner), unnest(foreign_languages) asked(language) cross join lateral (
        select file_path from artwork a
        where a.owner_id = named.owner and a.type = 'poster' and a.language = asked.language
        order by a.vote_average desc nulls last, a.vote_count desc nulls last, a.file_path collate "C"
        limit 1) best)),
    'originals', array_to_json(array(
      select json_build_array(replace(t.id::text, '-', ''), t.original_language, t.original_title) from (
        select id, original_language, original_title from movies where id = any(short)
        union all select id, original_language, original_title from series where id = any(short)) t
      where t.original_language = any(languages)))
  )::text;
end $function$;
