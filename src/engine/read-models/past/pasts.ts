import type { Moment, Position } from '../../../kernel/event.js';
import { type Instant, instant } from '../../../kernel/instant.js';
import { rejectAt } from '../../../kernel/rejection.js';
import type { Clock } from '../../../ports/process/clock.js';
import { positionsInTime, type TimedPlace } from '../../../ports/stores/time-search.js';
import type { CaughtUp } from '../caught-up.js';
import type { Past } from './past.js';
import { type PastTools, TenantPast } from './tenant-past.js';

/** The events of one tenant by position, found by an index. */
export interface TenantEvents {
  firstAfter(tenantId: string, position: Position): Promise<TimedPlace | undefined>;
  lastUpTo(tenantId: string, position: Position): Promise<TimedPlace | undefined>;
}

const BEGINNING = instant(0);

/** Makes the past of a tenant as of a moment. */
export class Pasts {
  constructor(
    private readonly tools: PastTools,
    private readonly caughtUp: CaughtUp,
    private readonly clock: Clock,
    private readonly events: TenantEvents,
  ) {}

  /** @throws Rejection 400 at `path` for a moment that is not over; 503 while the read models are behind */
  async of(tenantId: string, moment: Moment, path: string): Promise<Past> {
    const head = await this.tools.log.head();
    const isOver = typeof moment === 'number' ? moment <= head : moment <= this.clock.now();
    if (!isOver) rejectAt(path, 'errors.field.future');
    await this.caughtUp.mustReach(typeof moment === 'number' ? moment : head);
    const position = typeof moment === 'number' ? moment : await this.positionAt(tenantId, moment, head);
    const at = typeof moment === 'number' ? await this.timeOf(tenantId, moment) : moment;
    return new TenantPast(this.tools, tenantId, position, at);
  }

  /** The last event up to the time. Clocks of processes differ, so later times may come before it. */
  private async positionAt(tenantId: string, time: Instant, head: Position): Promise<Position> {
    const next = (after: Position) => this.events.firstAfter(tenantId, after);
    const { until = head } = await positionsInTime(next, { from: time, to: time, head });
    return (await this.events.lastUpTo(tenantId, until))?.position ?? 0;
  }

  private async timeOf(tenantId: string, position: Position): Promise<Instant> {
    return (await this.events.lastUpTo(tenantId, position))?.at ?? BEGINNING;
  }
}
