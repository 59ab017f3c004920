import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../catalogue/retention.js';
import { DAY, plus } from '../../kernel/instant.js';
import { CLOCK, type Clock } from '../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../ports/stores/operational-store.js';
import type { Replay } from './replay.js';

/** The replay of a tenant that runs, under one id for the tenant: there is one at a time. */
const RUNNING = 'webhook-replay-running';
const RUNNING_ID = 'running';
const ENDED = 'webhook-replay';
const KEPT_DAYS = operationalRetention['webhook-replay'].days;

/** Replays in the operational store: the one that runs with its progress, ended ones for 30 days. */
@Injectable()
export class ReplayStore {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns false when another replay of the tenant runs */
  begin(tenantId: string, replay: Replay): Promise<boolean> {
    return this.put(tenantId, replay, 0);
  }

  async get(tenantId: string, id: string): Promise<Replay | undefined> {
    const running = await this.running(tenantId);
    if (running?.value.id === id) return running.value;
    return (await this.operations.get<Replay>({ tenantId, kind: ENDED, id }))?.value;
  }

  running(tenantId: string): Promise<Entry<Replay> | undefined> {
    return this.operations.get({ tenantId, kind: RUNNING, id: RUNNING_ID });
  }

  /** The running replays of all tenants, the one that waits longest first. */
  waiting(limit: number): Promise<readonly Entry<Replay>[]> {
    return this.operations.due<Replay>(RUNNING, this.clock.now(), limit);
  }

  /** Keeps the progress durably, with the deliveries planned before. @returns false when it was changed by another */
  async save({ key, revision }: Entry<Replay>, replay: Replay): Promise<boolean> {
    const isSaved = await this.put(key.tenantId, replay, revision);
    if (isSaved && replay.status !== 'RUNNING') await this.archive({ key, value: replay, revision: revision + 1 });
    return isSaved;
  }

  /** Moves an ended replay out of the way of the next one; a crash may have interrupted that. */
  async archive({ key, value, revision }: Entry<Replay>): Promise<void> {
    const due = plus(this.clock.now(), KEPT_DAYS * DAY);
    await this.operations.put({ tenantId: key.tenantId, kind: ENDED, id: value.id }, value, { due });
    await this.operations.remove(key, revision);
  }

  private put(tenantId: string, replay: Replay, expected: number): Promise<boolean> {
    const key = { tenantId, kind: RUNNING, id: RUNNING_ID };
    return this.operations.put(key, replay, { expected, due: this.clock.now() });
  }
}
