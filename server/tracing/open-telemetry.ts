import { randomUUID } from 'node:crypto';
import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../env/traces.ts';
import type { Span, SpanKind, Tracer } from './spans.ts';

/* Loaded only where traces are on: it is the only file that knows OpenTelemetry. */

/** About a second of a busy node. What comes beyond that is dropped. */
const MOST_WAITING = 4096;
const EXPORT_LIMIT_MS = 5000;
const EXPORT_EVERY_MS = 2000;
/** A stop doesn't wait for a collector that is away. */
const CLOSE_LIMIT_MS = 1000;
const COMPLAIN_EVERY_MS = 60_000;

const KINDS: Record<SpanKind, api.SpanKind> = {
  internal: api.SpanKind.INTERNAL,
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
};

export function createOpenTelemetry(
  { endpoint, headers, share }: TraceSettings,
  { log, node }: { log: Logger; node: string },
): Tracer {
  const ids = new Ids();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_LIMIT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'hiretext',
      'hiretext.node': node,
      'service.instance.id': randomUUID(),
    }),
    // By the trace's id alone, so that all nodes agree on the trace of a text.
    sampler: new TraceIdRatioBasedSampler(share),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: complaining(exporter, log),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('hiretext');
  return {
    start: (name, kind, { attributes = {}, messageId } = {}) => {
      ids.next = messageId === undefined ? null : traceIdOf(messageId);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, api.ROOT_CONTEXT);
      return span.isRecording() ? spanOver(tracer, span) : undefined;
    },
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/** A UUID has as many bits as the id of a trace. */
function traceIdOf(messageId: string): string {
  return messageId.replaceAll('-', '');
}

/** Ids at random, unless the next trace has one. */
class Ids extends RandomIdGenerator {
  next: string | null = null;

  constructor() {
    super();
    const random = this.generateTraceId;
    this.generateTraceId = () => {
      const id = this.next ?? random();
      this.next = null;
      return id;
    };
  }
}

function spanOver(tracer: api.Tracer, span: api.Span): Span {
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  let isOver = false;
  return {
    get isOver() {
      return isOver;
    },
    child: (name, kind, attributes = {}, startTime = undefined) =>
      spanOver(
        tracer,
        tracer.startSpan(
          name,
          { kind: KINDS[kind], attributes, ...(startTime ? { startTime } : {}) },
          context,
        ),
      ),
    add: (attributes) => void span.setAttributes(attributes),
    linkTo: (messageId) => {
      const traceId = traceIdOf(messageId);
      // A link needs a span's id too, and which one it will be isn't known yet.
      span.addLink({ context: { traceId, spanId: traceId.slice(16), traceFlags: api.TraceFlags.SAMPLED } });
    },
    end: (error) => {
      if (isOver) return;
      isOver = true;
      if (error !== undefined) {
        span.setAttribute('error.type', nameOf(error));
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function nameOf(error: unknown): string {
  if (typeof error === 'number') return String(error);
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\w.]{1,40}$/.test(code) ? code : error.constructor.name;
}

/** What can't be handed over is lost, and the log says so now and then. */
function complaining(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
          complainedAt = performance.now();
          log.warn({ reason: nameOf(result.error), spans: spans.length }, 'traces could not be handed over');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
