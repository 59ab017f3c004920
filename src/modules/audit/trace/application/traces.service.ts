import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import type { Traced } from '../../../../engine/log/tracing/trace-source.js';
import { TraceSources } from '../../../../engine/log/tracing/trace-sources.js';
import { type AuditEvent, type AuditEventWire, toAuditEventDto } from '../../event/application/audit-event.wire.js';
import { AuditEvents } from '../../event/application/audit-events.service.js';
import { type TraceIndex, type TracePlace, TraceWalk } from '../domain/trace-walk.js';
import { TraceStart } from './trace-start.service.js';

/** Bytes of one page. It has one node at least. */
const MOST_BYTES = 8 * 1_024 * 1_024;

export interface TracedEvent {
  readonly event: AuditEventWire;
  readonly traced: Traced;
}

type Nodes = Pick<TracePage, 'nodes' | 'next'>;

export interface TracePage {
  /** The request at the root; absent where the service began by itself, or its id is erased. */
  readonly request?: Pick<AuditEventWire, 'actor' | 'at'> & { readonly id: string };
  /** Breadth first. */
  readonly nodes: readonly TracedEvent[];
  /** Where the next page begins; absent at the end of the tree. */
  readonly next?: TracePlace;
}

/** Events with what caused them and what they led to. */
@Injectable()
export class Traces {
  constructor(
    @Inject(TraceStart) private readonly start: TraceStart,
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(TraceSources) private readonly sources: TraceSources,
  ) {}

  /** At most `limit` nodes of the tree that the id belongs to; undefined where the tenant has none. */
  async page(tenantId: string, id: string, limit: number, place?: TracePlace): Promise<TracePage | undefined> {
    const index = await this.start.find(tenantId, id);
    if (!index) return undefined;
    const [request, nodes] = await Promise.all([
      this.request(tenantId, index),
      this.nodes(tenantId, new TraceWalk(index, place), limit),
    ]);
    return { ...(request && { request }), ...nodes };
  }

  private async request(tenantId: string, index: TraceIndex<AuditEntry>): Promise<TracePage['request']> {
    const [root] = await this.events.of(tenantId, await index.roots(0, 1));
    if (!root) return undefined;
    const { request_id: id, actor, at } = toAuditEventDto(root);
    return id === undefined ? undefined : { id, actor, at };
  }

  private async nodes(tenantId: string, walk: TraceWalk<AuditEntry>, limit: number): Promise<Nodes> {
    const { found, next } = await walked(walk, limit);
    const nodes: TracedEvent[] = [];
    let bytes = 0;
    const entries = found.map(({ entry }) => entry);
    for await (const some of this.events.inParts(tenantId, entries)) {
      for (const node of await Promise.all(some.map((each) => this.traced(each)))) {
        bytes += JSON.stringify(node).length;
        if (nodes.length > 0 && bytes > MOST_BYTES) return { nodes, ...nextOf(found[nodes.length - 1]?.behind) };
        nodes.push(node);
      }
    }
    return { nodes, ...nextOf(next) };
  }

  /** An event that cannot be read has nothing but its entry. */
  private async traced(found: AuditEvent): Promise<TracedEvent> {
    const { stored } = found;
    return { event: toAuditEventDto(found), traced: stored ? await this.sources.of(stored.event) : {} };
  }
}

const nextOf = (next: TracePlace | undefined): Pick<TracePage, 'next'> => (next ? { next } : {});

/** The next entries with the place behind each, and where the walk goes on. */
async function walked(walk: TraceWalk<AuditEntry>, limit: number) {
  const found: { readonly entry: AuditEntry; readonly behind: TracePlace }[] = [];
  while (found.length <= limit) {
    const some = await walk.next();
    if (some.length === 0) return { found, next: walk.hasMore ? walk.placeBehind() : undefined };
    for (const entry of some) found.push({ entry, behind: walk.placeBehind(entry) });
  }
  return { found: found.slice(0, limit), next: found[limit - 1]?.behind };
}
