import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Misbehaviour } from "../support/bodies/misbehaviour";
import { movieBody } from "../support/bodies/movie";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

const permanent: [Misbehaviour, string][] = [
  [404, "provider_not_found"],
  [401, "provider_unauthorized"],
  [403, "provider_unauthorized"],
  [422, "provider_payload_invalid"],
  ["html", "provider_payload_invalid"],
  ["empty-object", "provider_payload_invalid"],
  ["null", "provider_payload_invalid"],
  ["empty-array", "provider_payload_invalid"],
  ["error-object", "provider_payload_invalid"],
  ["not-utf8", "provider_payload_invalid"],
  ["deep", "provider_payload_invalid"],
  [{ mode: "bomb", bytes: 20_000_000 }, "provider_payload_invalid"],
  [{ mode: "huge", bytes: 20_000_000 }, "provider_payload_invalid"],
];
const passing: [Misbehaviour, string][] = [
  [429, "provider_rate_limited"],
  [500, "provider_unavailable"],
  [502, "provider_unavailable"],
  [503, "provider_unavailable"],
  [504, "provider_unavailable"],
  ["hang", "provider_unavailable"],
  ["stall", "provider_unavailable"],
  ["drip", "provider_unavailable"],
  ["reset", "provider_unavailable"],
  ["truncate", "provider_unavailable"],
  ["wrong-length", "provider_unavailable"],
  ["truncated-json", "provider_unavailable"],
  ["empty", "provider_unavailable"],
  ["redirect", "provider_unavailable"],
];

describe.concurrent("a provider in trouble", () => {
  test("M133, F20: what no later attempt cures fails the job at once, and the record stays whole", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const { id } = await pipeline.ingest("movie", 603);
    const whole = await pipeline.dump({ locations: true });
    for (const [how, code] of permanent) {
      const calls = pipeline.provider.calls();
      pipeline.provider.misbehave("/movie/603", how);
      const job = await pipeline.run("movie", 603);
      const { status, error, attempts } = job;
      expect({ how, status, code: error?.code, attempts }).toMatchObject({
        how,
        status: "failed",
        code,
        attempts: 1,
      } as never);
      expect(job).toMatchObject({ id, result: null, error: { retryable: false } });
      expect(JSON.stringify(job)).not.toContain(pipeline.provider.token);
      expect(pipeline.provider.calls()).toBe(calls + 1);
    }
    expect(await pipeline.dump({ locations: true })).toEqual(whole);
    pipeline.provider.heal();
    expect(await pipeline.ingest("movie", 603)).toMatchObject({ id, error: null });
  });

  test("M132, F18: what passes puts the job back without costing an attempt, and it succeeds later", async () => {
    await using pipeline = await ingestion({ timeout_ms: 150 });
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    const whole = await pipeline.dump({ locations: true });
    for (const [how, code] of passing) {
      pipeline.provider.misbehave("/movie/603", how);
      const job = await pipeline.run("movie", 603);
      const { status, error, attempts } = job;
      expect({ how, status, code: error?.code, attempts }).toMatchObject({
        how,
        status: "queued",
        code,
        attempts: 0,
      } as never);
      expect(Date.parse(job.next_attempt_at ?? "")).toBeGreaterThan(Date.now() + 3_000);
      pipeline.provider.heal();
      const healed = await pipeline.ingest("movie", 603);
      expect(healed).toMatchObject({ run: job.run, attempts: 1, result: { outcome: "unchanged" } });
    }
    expect(pipeline.provider.elsewhere.requests).toEqual([]);
    expect(await pipeline.dump({ locations: true })).toEqual(whole);
  });

  test("F17: the provider's Retry-After is the least wait", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.misbehave("/movie/603", { status: 429, retryAfter: "700" });
    await pipeline.run("movie", 603);
    const { wait } = await pipeline.row(sql`
      select extract(epoch from next_attempt_at - now())::int as wait from jobs`);
    expect(wait).toBeWithin(690, 702);
  });

  test("M134, F21: a title deleted at the provider stays and is marked until it is back", async () => {
    await using pipeline = await ingestion();
    const missing = () =>
      pipeline.row(sql`select missing_at is not null as missing, missing_at from provenance`);
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const { result } = await pipeline.ingest("movie", 603);
    const whole = await pipeline.dump({ locations: true });
    pipeline.provider.remove("/movie/603");
    expect(await pipeline.run("movie", 603)).toMatchObject({ status: "failed" });
    const marked = await missing();
    expect(marked.missing).toBe(true);
    await pipeline.run("movie", 603);
    expect(await missing()).toEqual(marked);
    expect(await pipeline.dump({ locations: true })).toEqual(whole);
    expect(await pipeline.get(`/movies/${result.entity_id}`)).toMatchObject({ year: 2024 });
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    expect((await missing()).missing).toBe(false);
  });

  test("M134: a database that refuses in the middle leaves the previous record whole", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    const whole = await pipeline.dump({ locations: true });
    await pipeline.db.execute(sql`
      alter table recommendations add constraint jammed check (external_id <> 13) not valid`);
    const recommendations = { results: [{ id: 13 }] };
    const body = movieBody({ id: 603, title: "Half", credits: { cast: [] }, recommendations });
    pipeline.provider.serve("/movie/603", body);
    const job = await pipeline.run("movie", 603);
    expect(job).toMatchObject({
      status: "failed",
      attempts: 1,
      error: { code: "internal_error", retryable: false },
    });
    expect(job.error?.message).toBe("The database refused (SQLSTATE 23514, constraint jammed).");
    expect(await pipeline.dump({ locations: true })).toEqual(whole);
  });
});
