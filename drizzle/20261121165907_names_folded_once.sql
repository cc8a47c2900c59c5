-- Each name is folded once when it is written, by a trigger: of four generated columns each folds for itself, and SQL functions
-- around a sub-select are run anew for every call instead of becoming part of the statement. What the columns hold stays as it was.
create or replace function search_fold(t text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(btrim(regexp_replace(replace(regexp_replace(translate(
      lower(public.unaccent('public.unaccent'::regdictionary, normalize(t, NFKC)) collate pg_catalog.pg_c_utf8), 'ς', 'σ'),
      '[''’‘`´ʻʼ]', '', 'g'), '&', ' and '), '[^[:alnum:]\u0900-\u0eff]+', ' ', 'g')), ''),
    btrim(lower(t collate pg_catalog.pg_c_utf8))) $$;
--> statement-breakpoint
create function search_spelled_numerals(fold text) returns text language sql immutable strict parallel safe as $$
  select string_agg(case when i = 1 and w ~ '^[ivx]+$' then w else public.search_numeral(w) end, ' ' order by i)
  from unnest(string_to_array(fold, ' ')) with ordinality u(w, i) $$;
--> statement-breakpoint
create or replace function search_numerals(fold text) returns text language sql immutable parallel safe as $$
  select case
    when fold ~ '(^| )(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)( |$)| [ivx]+( |$)'
      then public.search_spelled_numerals(fold)
    else fold end $$;
--> statement-breakpoint
-- The tokens of a name as an index holds them; only long words and scripts without spaces need a closer look.
create function search_lexemes(fold text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(case
    when fold ~ '[\u3040-\u9fff\uac00-\ud7af]|[^ ]{61}' then public.search_tokens(fold)
    else string_to_array(fold, ' ') || string_to_array(public.search_numerals(fold), ' ') end) $$;
--> statement-breakpoint
alter table search_name
  alter column fold drop expression,
  alter column key drop expression,
  alter column num_key drop expression,
  alter column tokens drop expression;
--> statement-breakpoint
create function search_name_folded() returns trigger language plpgsql as $$
begin
  new.fold := search_fold(new.name);
  new.key := search_key(new.fold);
  new.num_key := nullif(search_key(search_numerals(new.fold)), new.key);
  new.tokens := search_lexemes(new.fold);
  return new;
end $$;
--> statement-breakpoint
create trigger search_name_folded before insert or update of name, fold, key, num_key, tokens on search_name
  for each row execute function search_name_folded();
