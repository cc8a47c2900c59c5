import { sql } from "drizzle-orm";
import type { ProviderName } from "~/vocabulary";
import type { Db } from "./client";
import { only } from "./sql";

/** Seconds for as many calls as one second may have: some calls are late, and must not meet those after a second. */
const SECOND = 1.05;

/** Seconds from one call to the next. */
export const gapOf = (callsPerSecond: number): number =>
  callsPerSecond > 0 ? SECOND / callsPerSecond : 0;

/**
 * Reserves the next call to a provider, shared by all threads and replicas. Returns the seconds to wait
 * before the call. If the provider asked for a pause, `paused` has its seconds and nothing is reserved. The
 * row may be missing: PostgreSQL empties the table, which is unlogged, when it recovers from a crash.
 */
export async function reserveCall(
  db: Db,
  provider: ProviderName,
  callsPerSecond: number,
): Promise<{ wait: number; paused: number }> {
  const gap = gapOf(callsPerSecond);
  const rows = await db.execute<{ wait: number; paused: number }>(sql`
    insert into provider_pace as pace (provider, next_call_at)
    values (${provider}, clock_timestamp() + make_interval(secs => ${gap}::float8))
    on conflict (provider) do update set next_call_at = case
      when pace.paused_until > clock_timestamp() then pace.next_call_at
      else greatest(pace.next_call_at, clock_timestamp()) + make_interval(secs => ${gap}::float8) end
    returning greatest(0, extract(epoch from next_call_at - clock_timestamp()) - ${gap}::float8)::float8 as wait,
      greatest(0, extract(epoch from paused_until - clock_timestamp()))::float8 as paused`);
  return only(rows);
}

/** Stops all calls to the provider for some seconds; a longer pause stays. */
export async function pauseCalls(db: Db, provider: ProviderName, seconds: number): Promise<void> {
  await db.execute(sql`
    insert into provider_pace as pace (provider, paused_until)
    values (${provider}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (provider) do update set paused_until = greatest(pace.paused_until, excluded.paused_until)`);
}
