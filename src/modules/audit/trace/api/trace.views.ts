import type { Traced } from '../../../../engine/log/tracing/trace-source.js';
import type { TracedEvent, TracePage } from '../application/traces.service.js';
import type { TraceDto, TracedEventDto } from './trace.dto.js';

function effectsOf({ frames = [], webhooks = [], notifications = [], runs = [] }: Traced) {
  return {
    frames: [...frames],
    webhooks: webhooks.map(({ id, status, attempts }) => ({
      delivery_id: id,
      status,
      attempts: attempts.map(({ at, statusCode, durationMs, error }) => ({
        at,
        ...(statusCode === undefined ? {} : { status_code: statusCode }),
        duration_ms: durationMs,
        ...(error === undefined ? {} : { error }),
      })),
    })),
    notifications: notifications.map((each) => ({ ...each })),
    runs: runs.map(({ id, workflowId, status }) => ({ id, workflow_id: workflowId, status })),
  };
}

const toTracedEvent = ({ event, traced }: TracedEvent): TracedEventDto =>
  ({ event, ...effectsOf(traced), children: [] }) as TracedEventDto;

/** The events of a page as trees: each below its cause, where that is on the page. */
export function treesOf(nodes: readonly TracedEvent[]): TracedEventDto[] {
  const byId = new Map<string, TracedEventDto>();
  const roots: TracedEventDto[] = [];
  for (const node of nodes) {
    const { id, caused_by: cause = '' } = node.event;
    const shown = toTracedEvent(node);
    byId.set(id, shown);
    (byId.get(cause)?.children ?? roots).push(shown);
  }
  return roots;
}

export function toTraceDto({ request, nodes }: TracePage, nextCursor: string | undefined): TraceDto {
  return {
    ...(request && { request }),
    events: treesOf(nodes),
    has_more: nextCursor !== undefined,
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  };
}
