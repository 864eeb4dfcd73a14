import { AsyncLocalStorage } from 'node:async_hooks';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { Log } from './log.ts';

/** Maximum time, in ms, for sending a batch of spans, including the last batch when the server stops. */
export const EXPORT_MS = 2_000;
/** SQL statements are truncated to this length. */
export const MAX_STATEMENT_LENGTH = 2_000;

/** Sends traces of requests, database statements and jobs to an OpenTelemetry collector. */
export interface Tracing {
  /** Traces the requests of an app. */
  observe(app: FastifyInstance): void;
  /** Records a statement that has ended. */
  onQuery(event: LogEvent): void;
  /** Traces a job. Statements of the job belong to its trace. */
  run<T>(name: string, job: () => Promise<T>): Promise<T>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

function createProvider(endpoint: string): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const environmentResource = detectResources({ detectors: [envDetector] });
  return new TracerProvider({
    // The attributes of OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: resourceFromAttributes({ 'service.name': 'haversack' }).merge(environmentResource),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
}

/** Traces the requests of an app. */
function observeRequests(app: FastifyInstance, tracer: Tracer, activeContext: AsyncLocalStorage<Context>): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const name = `${request.method} ${route}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    const context = trace.setSpan(ROOT_CONTEXT, span);
    contexts.set(request, context);
    activeContext.run(context, done);
  });
  // The body arrives in events of the socket, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    activeContext.run(contexts.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/**
 * Starts tracing. Spans contain routes, statuses and SQL with placeholders: no paths, parameters, values or user ids.
 * If the collector cannot be reached, this is logged and the spans are dropped; nothing else is affected.
 */
export function startTracing({ endpoint, log }: { endpoint: string; log: Log }): Tracing {
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, 200) }, 'the traces could not be sent');
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const provider = createProvider(endpoint);
  const tracer = provider.getTracer('haversack');
  const active = new AsyncLocalStorage<Context>();
  const onQuery = ({ level, query, queryDurationMillis }: LogEvent): void => {
    const context = active.getStore();
    // Statements of timers and of the start belong to no trace.
    if (!context) return;
    const text = query.sql.slice(0, MAX_STATEMENT_LENGTH);
    const [operation = ''] = text.trimStart().split(/\s/, 1);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const end = Date.now();
    const startTime = end - queryDurationMillis;
    const span = tracer.startSpan(operation.toLowerCase(), { kind: SpanKind.CLIENT, attributes, startTime }, context);
    if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };

  const run = async <T>(name: string, job: () => Promise<T>): Promise<T> => {
    const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
    try {
      return await active.run(trace.setSpan(ROOT_CONTEXT, span), job);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  const close = async (): Promise<void> => {
    await provider.shutdown().catch((error: unknown) => warn(String(error)));
    diag.disable();
  };
  return { observe: (app) => observeRequests(app, tracer, active), onQuery, run, close };
}
