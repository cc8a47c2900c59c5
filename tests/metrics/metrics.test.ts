import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueue } from "~/jobs/queue";
import { givenMovies } from "../refresh/records";
import { testDatabase } from "../support/database";
import { adminToken, testService } from "../support/service";

const service = await testService({ settings: { RATE_LIMIT_PUBLIC: "5" } });
const { url } = service;
afterAll(() => service[Symbol.asyncDispose]());

const metrics = async () =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })).text();

/** The value of a series as text. */
const seriesOf = (text: string, series: string): string | undefined =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

describe("/metrics", () => {
  test("S28, M160: requires the operator token", async () => {
    for (const headers of [{}, { authorization: "Bearer wrong" }]) {
      const answer = await fetch(`${url}/metrics`, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: "admin_auth_required" } });
    }
    const answer = await fetch(`${url}/metrics`, { headers: { "x-admin-token": adminToken } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("M160: counts requests by the pattern of their route, never by path or query", async () => {
    const id = `movie_${"0".repeat(32)}`;
    await fetch(`${url}/api/v1/movies/${id}?secret=1`);
    await fetch(`${url}/no-such-path-${id}`);
    await fetch(`${url}/health/live`, { method: "HEAD" });
    const text = await metrics();
    const count = (labels: string) =>
      seriesOf(text, `media_catalog_http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/api/v1/movies/:id",status="404"')).toBe("1");
    expect(count('method="GET",route="none",status="404"')).toBe("1");
    expect(text).not.toContain(id);
    expect(text).not.toContain("secret");
  });

  test("M151: has no rate limit and counts the requests that are limited", async () => {
    for (let call = 0; call < 8; call += 1) await fetch(`${url}/api/v1/genres`);
    const text = await metrics();
    const limited = 'method="GET",route="none",status="429"';
    const series = `media_catalog_http_request_duration_seconds_count{${limited}}`;
    expect(Number(seriesOf(text, series))).toBeGreaterThan(0);
  });

  test("M160: reports the jobs, the connections and the process", async () => {
    await enqueue(service.db, { kind: "movie", external_id: "603" });
    const text = await metrics();
    expect(seriesOf(text, 'media_catalog_jobs{status="queued"}')).toBe("1");
    expect(seriesOf(text, "media_catalog_database_up")).toBe("1");
    expect(seriesOf(text, 'media_catalog_list_moves{table="movies"}')).toBe("0");
    expect(text).toMatch(
      /^media_catalog_database_connections\{pool="media-catalog",state="active"\} 1$/m,
    );
    expect(text).toMatch(/^media_catalog_build_info\{version="\d+\.\d+\.\d+",bun="[\d.]+"\} 1$/m);
    for (const name of ["process_resident_memory_bytes", "process_cpu_seconds_total"]) {
      expect(Number(seriesOf(text, name))).toBeGreaterThan(0);
    }
    expect(seriesOf(text, "media_catalog_trending_age_seconds")).toBeUndefined();
  });
});

test("N54: reports the records that are due, and how long the first has been", async () => {
  await givenMovies(service.db, 4, "10 d");
  expect(seriesOf(await metrics(), "media_catalog_refresh_due")).toBe("0");
  await service.db.execute(sql`
    update refresh_state set next_refresh_at = now() - interval '90 s' where external_id in ('1', '2')`);
  const text = await metrics();
  expect(seriesOf(text, "media_catalog_refresh_due")).toBe("2");
  expect(Number(seriesOf(text, "media_catalog_refresh_oldest_due_seconds"))).toBeCloseTo(90, -1);
});

test("M160: responds without the database and reports that it is down", async () => {
  const gone = await testDatabase();
  await gone.close();
  await using other = await testService({ database: gone });
  const headers = { "x-admin-token": adminToken };
  const answer = await fetch(`${other.url}/metrics`, { headers });
  const text = await answer.text();
  expect([answer.status, seriesOf(text, "media_catalog_database_up")]).toEqual([200, "0"]);
});
