import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Elysia } from "elysia";
import { EventStreams } from "~/http/event-stream";
import { reportProgress } from "~/jobs/lease";
import { enqueue } from "~/jobs/queue";
import { succeed } from "~/jobs/settlement";
import { claimed, result, series } from "../jobs/records";
import { serveRoutes, testService } from "../support/service";

setDefaultTimeout(60_000);

/** The events of a stream as they come. */
async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: never }> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      if (event !== undefined) yield { event, data: JSON.parse(data ?? "") as never };
    }
  }
}

async function truth(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}

/** Events that never end by themselves. */
async function* endless(signal: AbortSignal) {
  yield { event: "first", data: 1 };
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

const serveStreams = (streams: EventStreams, deadlineMs = 5_000) =>
  serveRoutes(
    () =>
      new Elysia().get("/events", ({ request }) =>
        streams.answer(request, (signal) => endless(signal)),
      ),
    { deadlineMs },
  );

describe.concurrent("GET /admin/ingest/jobs/{id}/events", () => {
  test("M131, M132: tells the job now, at every change and at its end, and closes", async () => {
    await using service = await testService();
    const { db } = service;
    const { job_id } = await enqueue(db, series);

    const response = await service.operator.fetch(`/ingest/jobs/${job_id}/events`);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const seen: unknown[] = [];
    const steps = [
      async () => void (await claimed(db)),
      async () => {
        const [job] = await db.execute(`select id, lease_token from jobs`);
        await reportProgress(db, job as never, { done: 1, total: 3 });
      },
      async () => {
        const [job] = await db.execute(`select id, lease_token from jobs`);
        await succeed(db, job as never, result);
      },
    ];
    for await (const { event, data } of eventsOf(response)) {
      const { status, progress } = data as { status: string; progress: object };
      seen.push({ event, status, progress });
      await steps.shift()?.();
    }

    expect(seen).toEqual([
      { event: "job", status: "queued", progress: { done: 0, total: 0 } },
      { event: "job", status: "running", progress: { done: 0, total: 0 } },
      { event: "job", status: "running", progress: { done: 1, total: 3 } },
      { event: "job", status: "succeeded", progress: { done: 3, total: 3 } },
    ]);
  });

  test("a job that has ended is told once", async () => {
    await using service = await testService();
    const { job_id } = await enqueue(service.db, series);
    await succeed(service.db, await claimed(service.db), result);

    const events = await Array.fromAsync(
      eventsOf(await service.operator.fetch(`/ingest/jobs/${job_id}/events`)),
    );

    const { body } = await service.operator.get(`/ingest/jobs/${job_id}`);
    expect(events).toEqual([{ event: "job", data: body as never }]);
  });

  test("M129, M139: needs a job and the operator token", async () => {
    await using service = await testService();
    const missing = await service.operator.get(`/ingest/jobs/job_${"0".repeat(32)}/events`);
    const closed = await fetch(
      `${service.url}/api/v1/admin/ingest/jobs/job_${"0".repeat(32)}/events`,
    );

    expect(missing).toMatchObject({ status: 404, body: { error: { code: "job_not_found" } } });
    expect(closed.status).toBe(401);
  });

  test("P4: a stopping service does not wait for who is watching", async () => {
    const stopping = new AbortController();
    await using service = await testService({ stopping: stopping.signal });
    const { job_id } = await enqueue(service.db, series);
    const response = await service.operator.fetch(`/ingest/jobs/${job_id}/events`);
    const stopped: Promise<unknown>[] = [];
    for await (const { event } of eventsOf(response)) {
      expect(event).toBe("job");
      stopping.abort();
      stopped.push(service.app.stop());
    }

    expect(stopped).toHaveLength(1);
    await Promise.all(stopped);
  });
});

describe("EventStreams", () => {
  test("5.7: neither the deadline of requests nor silence ends a stream", async () => {
    await using served = serveStreams(new EventStreams({ heartbeat_ms: 10 }), 30);
    const response = await fetch(`${served.url}/events`);
    let beats = 0;
    for await (const chunk of response.body ?? []) {
      beats += new TextDecoder().decode(chunk).split(":\n\n").length - 1;
      if (beats > 10) break;
    }

    expect(beats).toBeGreaterThan(10);
    expect(served.records).toEqual([]);
  });

  test("a client that goes frees its place, and one too many is refused", async () => {
    const streams = new EventStreams({ most: 2 });
    await using served = serveStreams(streams);
    const leaving = new AbortController();
    const open = () => fetch(`${served.url}/events`, { signal: leaving.signal });
    const first = await Promise.all([open(), open()]);

    const refused = await served.get("/events");

    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "not_ready" } } });
    expect(refused.headers.get("retry-after")).toBe("10");
    leaving.abort();
    await truth(() => streams.open === 0);
    expect((await fetch(`${served.url}/events`)).status).toBe(200);
  });

  test("HEAD is answered like GET, and opens no stream", async () => {
    const streams = new EventStreams({ most: 1 });
    await using served = serveStreams(streams);

    for (let times = 0; times < 3; times += 1) {
      const head = await fetch(`${served.url}/events`, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    }

    expect(streams.open).toBe(0);
  });

  test("a stream ends when it has lasted long enough", async () => {
    const streams = new EventStreams({ longest_ms: 20 });
    await using served = serveStreams(streams);

    const told = await (await fetch(`${served.url}/events`)).text();

    expect(told).toContain("event: first\ndata: 1\n\n");
    expect(streams.open).toBe(0);
  });
});
