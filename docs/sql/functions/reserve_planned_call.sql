-- Written by `bun run sql`.

CREATE OR REPLACE FUNCTION public.reserve_planned_call(asked provider_name, gap double precision, most integer, span interval, OUT wait double precision, OUT paused double precision, OUT spent double precision)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  pace provider_pace;
  used bigint;
  oldest timestamptz;
begin
  insert into provider_pace (provider) values (asked) on conflict do nothing;
  -- The lock first: what is counted then is all that was reserved before.
  select * into pace from provider_pace where provider = asked for update;
  paused := greatest(0, extract(epoch from pace.paused_until - clock_timestamp()));
  wait := 0;
  spent := 0;
  if paused > 0 then
    return;
  end if;
  select sum(calls), min(second) into used, oldest from planned_calls where second > clock_timestamp() - span - interval '1 second';
  if used >= most then
    spent := greatest(0.1, extract(epoch from oldest + span + interval '1 second' - clock_timestamp()));
    return;
  end if;
  update provider_pace set next_call_at = greatest(next_call_at, clock_timestamp()) + make_interval(secs => gap)
  where provider = asked returning * into pace;
  wait := greatest(0, extract(epoch from pace.next_call_at - clock_timestamp()) - gap);
  insert into planned_calls as counted (second, calls)
  values (date_trunc('second', clock_timestamp() + make_interval(secs => wait)), 1)
  on conflict (second) do update set calls = counted.calls + 1;
end $function$;
