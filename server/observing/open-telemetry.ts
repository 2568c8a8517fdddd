/**
 * Traces by OpenTelemetry, over OTLP and HTTP; loaded only where the settings name a collector, because its packages are no part of the
 * server's own. What else they read from the environment (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`), their
 * own documents say. Source: OpenTelemetry, "Environment Variable Specification" and "Semantic conventions for HTTP spans"; W3C Trace Context.
 */
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Told, Tracing } from "./tracing.ts";

const SERVICE = "reward-redemption";

/** @param version of the server @param collector its address, to which the path for traces is added */
export function createTracing(version: string, collector: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": SERVICE, "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${collector}/v1/traces` }))],
  });
  provider.register();
  const tracer = trace.getTracer(SERVICE, version);
  return {
    request: (headers, work, told) =>
      context.with(propagation.extract(context.active(), headers, HEADERS), () =>
        spanOf(tracer, SpanKind.SERVER, work, told),
      ),
    call: (work, told) =>
      spanOf(
        tracer,
        SpanKind.CLIENT,
        () => {
          const passedOn: Record<string, string> = {};
          propagation.inject(context.active(), passedOn);
          return work(passedOn);
        },
        told,
      ),
    close: () => provider.shutdown().catch(() => {}),
  };
}

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/** Its name is known with its end: a route's pattern, once it was found. */
function spanOf<T>(
  tracer: Tracer,
  kind: SpanKind,
  work: () => Promise<T>,
  told: (result: T) => Told,
): Promise<T> {
  return tracer.startActiveSpan(SERVICE, { kind }, async (span: Span) => {
    try {
      const result = await work();
      const { name, attributes, isFailed } = told(result);
      span.updateName(name);
      for (const [key, value] of Object.entries(attributes))
        if (value !== undefined) span.setAttribute(key, value);
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    } catch (error) {
      // Messages may quote what nobody else may read.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
