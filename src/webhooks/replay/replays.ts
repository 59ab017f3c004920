import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../engine/log/event-log.js';
import { readPosition } from '../../http/fields/positions.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { type Instant, instant, SECOND } from '../../kernel/instant.js';
import { reject, rejectAt } from '../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import { PublicEventHistory } from '../../public-events/published/history.js';
import type { ReplayDto } from '../api/webhook-replays.dto.js';
import { EndpointSettings } from '../plan/endpoint-settings.js';
import type { Replay } from './replay.js';
import { ReplayStore } from './replay-store.js';

/** Milliseconds that a response waits for a replay to end, so that its figures are final. */
const PATIENCE_MS = 2 * SECOND;
const POLL_MS = 25;
const ATTEMPTS = 20;

/** The parts of a replay that are known before its range. */
interface Beginning {
  readonly tenantId: string;
  readonly id: string;
  readonly at: Instant;
}

type Range = Pick<Replay, 'through' | 'until' | 'times'>;

/** Starts, reads and cancels replays; `ReplayWorker` runs them. */
@Injectable()
export class Replays {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(ReplayStore) private readonly store: ReplayStore,
    @Inject(EndpointSettings) private readonly endpoints: EndpointSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Rejection 400, 404 and 409 by the endpoint, 409 while another replay of the tenant runs */
  async begin({ tenantId, id, at }: Beginning, request: ReplayDto): Promise<Replay> {
    const times = readTimes(request);
    const { types } = await this.endpoints.enabled(tenantId);
    const head = await this.log.head();
    const range = times ? await this.rangeOf(tenantId, times, head) : readPositions(request, head);
    const start = { id, status: 'RUNNING', deliveries: 0, createdAt: at } as const;
    const replay: Replay = { ...start, ...range, head, types: [...types] };
    if (!(await this.store.begin(tenantId, replay))) reject('errors.webhook.replay_running');
    return this.ended(tenantId, replay);
  }

  async read({ caller: { tenantId } }: RequestContext, id: string): Promise<Replay> {
    return (await this.store.get(tenantId, id)) ?? reject('errors.webhook_replay.not_found');
  }

  /** Deliveries that are planned already stay; a replay that ended stays as it is. */
  async cancel(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.caller;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.read(ctx, id);
      const running = await this.store.running(tenantId);
      if (running?.value.id !== id || running.value.status !== 'RUNNING') return;
      if (await this.store.save(running, { ...running.value, status: 'CANCELLED' })) return;
    }
    reject('errors.store.unavailable');
  }

  private async ended(tenantId: string, replay: Replay): Promise<Replay> {
    const late = this.clock.monotonic() + PATIENCE_MS;
    for (let now = replay; ; await pause(POLL_MS)) {
      now = (await this.store.get(tenantId, replay.id)) ?? now;
      if (now.status !== 'RUNNING' || this.clock.monotonic() > late) return now;
    }
  }

  private async rangeOf(tenantId: string, times: NonNullable<Replay['times']>, head: number): Promise<Range> {
    const { after, until } = await this.history.positionsBetween(tenantId, times.from, times.to, head);
    return { through: after, until, times };
  }
}

/** undefined where the range is one of positions. */
function readTimes({ from, to, from_position, to_position }: ReplayDto): Replay['times'] {
  const [byTime, byPosition] = [from ?? to, from_position ?? to_position];
  if (byPosition !== undefined) {
    if (byTime !== undefined) rejectAt('from_position', 'errors.field.together', { other: 'from, to' });
    return undefined;
  }
  const times = { from: instant(required('from', from)), to: instant(required('to', to)) };
  if (times.from > times.to) rejectAt('from', 'errors.field.format', { format: '<= to' });
  return times;
}

function readPositions({ from_position, to_position }: ReplayDto, head: number): Range {
  const first = readPosition(required('from_position', from_position), 'from_position');
  const last = readPosition(required('to_position', to_position), 'to_position');
  if (first > last) rejectAt('from_position', 'errors.field.format', { format: '<= to_position' });
  return { through: Math.max(0, first - 1), until: Math.min(last, head) };
}

const required = (path: string, value: string | undefined): string => value ?? rejectAt(path, 'errors.field.required');
