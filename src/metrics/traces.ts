import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
} from "@opentelemetry/api";
import { version } from "~/version";

export type Traces = {
  /** Starts the span of a request, below the caller's span in `traceparent`; the function returned ends it. */
  begin: (request: Request) => (status: number, route: string) => void;
  /** Exports the remaining spans; takes 2 s at most. */
  stop: () => Promise<void>;
};

const headers: TextMapGetter<Headers> = {
  keys: (carrier) => [...carrier.keys()],
  get: (carrier, key) => carrier.get(key) ?? undefined,
};

/**
 * Traces of requests for an OpenTelemetry collector (OTLP over HTTP), for example http://collector:4318.
 * OpenTelemetry is loaded only when a collector is configured. Spans contain the pattern of the route
 * and never a path, query or header.
 */
export async function openTraces(endpoint: string): Promise<Traces> {
  const [{ W3CTraceContextPropagator }, base, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/core"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 2_000 });
  const provider = new base.BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "media-catalog",
      "service.version": version,
    }),
    spanProcessors: [new base.BatchSpanProcessor(exporter)],
  });
  const propagator = new W3CTraceContextPropagator();
  const tracer = provider.getTracer("media-catalog", version);
  return {
    begin: (request) =>
      startSpan(tracer, request, propagator.extract(ROOT_CONTEXT, request.headers, headers)),
    stop: () => Promise.race([provider.shutdown().catch(() => {}), Bun.sleep(2_000)]),
  };
}

function startSpan(tracer: Tracer, request: Request, parent: Context) {
  const { method } = request;
  const attributes = { "http.request.method": method };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  return (status: number, route: string) => {
    span.updateName(`${method} ${route}`);
    span.setAttributes({ "http.route": route, "http.response.status_code": status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
