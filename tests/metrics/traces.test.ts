import { expect, setDefaultTimeout, test } from "bun:test";
import { Elysia } from "elysia";
import { openMetrics } from "~/metrics/metrics";
import { requestMetrics } from "~/metrics/requests";
import { openTraces } from "~/metrics/traces";

setDefaultTimeout(60_000);

type Span = { name: string; traceId: string; parentSpanId: string; attributes: unknown[] };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

test("M160: a request is a span in its caller's trace, named by the pattern of its route", async () => {
  const sent: { path: string; body: Export }[] = [];
  using collector = Bun.serve({
    port: 0,
    fetch: async (request) => {
      sent.push({ path: new URL(request.url).pathname, body: (await request.json()) as Export });
      return Response.json({});
    },
  });
  const traces = await openTraces(`http://127.0.0.1:${collector.port}`);
  const app = new Elysia()
    .use(requestMetrics(openMetrics(), traces))
    .get("/movies/:id", () => "found");
  app.listen({ hostname: "127.0.0.1", port: 0 });
  const [trace, parent] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const headers = { traceparent: `00-${trace}-${parent}-01` };
  await fetch(`http://127.0.0.1:${app.server?.port}/movies/7?secret=1`, { headers });
  await traces.stop();
  await app.stop(true);
  const spans = sent.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
  expect(sent.map(({ path }) => path)).toEqual(["/v1/traces"]);
  expect(spans).toMatchObject([{ name: "GET /movies/:id", traceId: trace, parentSpanId: parent }]);
  expect(spans[0]?.attributes).toEqual([
    { key: "http.request.method", value: { stringValue: "GET" } },
    { key: "http.route", value: { stringValue: "/movies/:id" } },
    { key: "http.response.status_code", value: { intValue: 200 } },
  ]);
  expect(JSON.stringify(sent)).not.toContain("secret");
});

test("M160: a collector that is down fails no request and does not delay the stop", async () => {
  const traces = await openTraces("http://127.0.0.1:1");
  traces.begin(new Request("http://localhost/"))(200, "/");
  const start = performance.now();
  await traces.stop();
  expect(performance.now() - start).toBeLessThan(4_000);
});
