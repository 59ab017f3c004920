import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import type { AuditFilters, AuditWalkStart } from '../../../../../projections/audit-event/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { LOOP, type Loop } from '../../../../fairness/loop.js';
import { type Holding, TenantBudget } from '../../../../fairness/tenant-budget.js';
import { reject } from '../../../../kernel/rejection.js';
import type { AuditEvent } from './audit-event.wire.js';
import { AuditEvents } from './audit-events.service.js';
import { type StreamType, textOf } from './audit-stream.js';

const RETRY_SECONDS = 10;
/** Events of which a part of a stream consists. */
const PART = 64;

export interface StreamedEvents {
  readonly filters: AuditFilters;
  readonly start: AuditWalkStart;
  /** Default: all. */
  readonly limit?: number | undefined;
}

/** All events of some filters as a text that is read as its receiver takes it. */
@Injectable()
export class AuditStreams {
  private readonly places = new TenantBudget({
    total: limits.auditStreamsAtOnce,
    perTenant: limits.auditStreamsAtOncePerTenant,
    leavesFree: true,
  });

  constructor(
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(LOOP) private readonly loop: Loop,
  ) {}

  /** A place among the streams that run at once. @throws Rejection 429 */
  take(tenantId: string): Holding {
    return this.places.take(tenantId, 1) ?? reject('errors.rate_limited', { retry_after: RETRY_SECONDS });
  }

  open(tenantId: string, type: StreamType, asked: StreamedEvents): AsyncIterable<Uint8Array> {
    return textOf(type, this.parts(tenantId, asked), () => this.loop.pause(tenantId));
  }

  async *parts(
    tenantId: string,
    { filters, start, limit = Number.POSITIVE_INFINITY }: StreamedEvents,
  ): AsyncGenerator<readonly AuditEvent[], void, undefined> {
    let left = limit;
    let part: AuditEntry[] = [];
    if (left <= 0) return;
    for await (const { entry, isWanted } of this.events.walk(tenantId, filters, start)) {
      if (!isWanted) continue;
      part.push(entry);
      left--;
      if (part.length < PART && left > 0) continue;
      yield await this.events.of(tenantId, part);
      part = [];
      if (left <= 0) return;
    }
    if (part.length > 0) yield await this.events.of(tenantId, part);
  }
}
