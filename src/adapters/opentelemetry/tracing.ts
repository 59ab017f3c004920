import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Span as ApiSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { TraceContext } from '../../kernel/event.js';
import type { Attributes, ParentContext, Span, SpanStart, Tracing } from '../../ports/process/tracing.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

const contextOf = ({ traceId, spanId }: TraceContext, traceFlags: TraceFlags) => ({
  traceId,
  spanId,
  traceFlags,
  isRemote: true,
});

const within = ({ isSampled, ...parent }: ParentContext) =>
  trace.setSpanContext(ROOT_CONTEXT, contextOf(parent, isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE));

class OtelSpan implements Span {
  isOver = false;
  readonly context: TraceContext;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: ApiSpan,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.context = { traceId, spanId };
  }

  child(name: string, attributes: Attributes = {}): Span {
    const parent = trace.setSpan(ROOT_CONTEXT, this.span);
    return new OtelSpan(this.tracer, this.tracer.startSpan(name, { attributes }, parent));
  }

  end(attributes: Attributes = {}, fault?: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.span.setAttributes(attributes);
    if (fault !== undefined) this.span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/** Work that goes on after its span has ended belongs to no span. */
export class OtelTracing implements Tracing {
  readonly isOn = true;
  private readonly current = new AsyncLocalStorage<Span>();

  constructor(private readonly tracer: Tracer) {}

  get active(): Span | undefined {
    const span = this.current.getStore();
    return span instanceof OtelSpan && span.isOver ? undefined : span;
  }

  begin(name: string, { kind, parent, cause, attributes = {} }: SpanStart): Span {
    const links = cause === undefined ? [] : [{ context: contextOf(cause, TraceFlags.SAMPLED) }];
    const context = parent === undefined ? ROOT_CONTEXT : within(parent);
    return new OtelSpan(this.tracer, this.tracer.startSpan(name, { kind: KINDS[kind], links, attributes }, context));
  }

  within<T>(span: Span | undefined, work: () => T): T {
    return span === undefined ? work() : this.current.run(span, work);
  }
}
