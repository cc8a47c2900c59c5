-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.search_learn(words text[], proms real[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_word as v (word, prom)
  select u.word, u.prom from unnest(words, proms) u(word, prom)
  where not exists (select from search_word known where known.word = u.word and known.prom > u.prom - 0.01)
  order by u.word
  on conflict (word) do update set prom = excluded.prom where v.prom < excluded.prom $function$;
