import type { EventLog } from '../../engine/log/event-log.js';
import { inOwnTrace, type SpanEnd } from '../../engine/spans/own-trace.js';
import type { TraceContext } from '../../kernel/event.js';
import type { Tracing } from '../../ports/process/tracing.js';
import type { Delivery } from '../plan/delivery.js';

/** Spans of attempts. The receiver belongs to a tenant, so it gets no trace. */
export class AttemptSpans {
  constructor(
    private readonly tracing: Tracing,
    private readonly log: Pick<EventLog, 'read'>,
  ) {}

  async around(tenantId: string, id: string, delivery: Delivery, attempt: () => Promise<Delivery>): Promise<Delivery> {
    const cause = await this.causeOf(delivery).catch(() => undefined);
    const attributes = {
      'tidings.tenant_id': tenantId,
      'tidings.delivery_id': id,
      'tidings.webhook_id': delivery.webhookId,
      'tidings.webhook_type': delivery.type,
      'tidings.attempt': delivery.attempts.length + 1,
    };
    return inOwnTrace(this.tracing, 'webhook attempt', { kind: 'client', cause, attributes }, attempt, endOf);
  }

  /** Undefined for a test, and where the log was put back and has another event there. */
  private async causeOf({ source, webhookId }: Delivery): Promise<TraceContext | undefined> {
    const [event] = source ? await this.log.read(source.stream, { from: source.version, limit: 1 }) : [];
    return event?.meta.id === webhookId ? event.meta.trace : undefined;
  }
}

function endOf({ attempts }: Delivery): SpanEnd {
  const { statusCode, error } = attempts.at(-1) ?? {};
  return { ...(statusCode !== undefined && { attributes: { 'http.response.status_code': statusCode } }), fault: error };
}
