import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../engine/effects/lease.js';
import { RepeatedWork } from '../../engine/effects/repeated-work.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import type { Entry } from '../../ports/stores/operational-store.js';
import { PublicEventHistory } from '../../public-events/published/history.js';
import { type PublishedPage, publishedBetween } from '../../public-events/published/published-between.js';
import { type Delivery, laterQueueId, newDeliveryId } from '../plan/delivery.js';
import { DeliveryStore } from '../plan/delivery-store.js';
import type { Replay } from './replay.js';
import { ReplayStore } from './replay-store.js';

const NAME = 'webhook-replays';
const TICK_MS = 100;
const TENANTS_A_ROUND = 100;

/** Runs replays page by page, the tenants in turn. Progress is kept after each page, so a crash repeats one page at most. */
@Injectable()
export class ReplayWorker implements Worker {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly rounds = new RepeatedWork(
    TICK_MS,
    () => this.round(),
    (error) => this.failed(NAME, error),
  );

  constructor(
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(ReplayStore) private readonly replays: ReplayStore,
    @Inject(DeliveryStore) private readonly deliveries: DeliveryStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failed = WorkerHost.failed(logger);
  }

  start(): void {
    this.rounds.start(0);
  }

  close(): void {
    this.rounds.close();
  }

  /** One page of each running replay. @returns the pause until the next, none where any went on */
  private async round(): Promise<number> {
    const waiting = await this.replays.waiting(TENANTS_A_ROUND);
    let advanced = 0;
    for (const entry of waiting) if (this.rounds.isOpen && (await this.advanced(entry))) advanced++;
    return advanced > 0 ? 0 : TICK_MS;
  }

  /** A replay that fails is tried again in the next round, and holds up no other. */
  private async advanced(entry: Entry<Replay>): Promise<boolean> {
    try {
      await this.advance(entry);
      return true;
    } catch (error) {
      if (this.rounds.isOpen) this.failed(NAME, error);
      return false;
    }
  }

  private async advance(entry: Entry<Replay>): Promise<void> {
    const { key, value: replay } = entry;
    if (replay.status !== 'RUNNING') return this.replays.archive(entry);
    const page = await this.nextPage(key.tenantId, replay);
    const isOver = page === undefined || page.through >= replay.until;
    const planned = page ? await this.plan(key.tenantId, replay, page) : 0;
    const deliveries = replay.deliveries + planned;
    const status = isOver ? 'DONE' : 'RUNNING';
    await this.replays.save(entry, { ...replay, status, deliveries, through: page?.through ?? replay.until });
    if (planned > 0) await this.deliveries.request(key.tenantId);
  }

  private async nextPage(tenantId: string, replay: Replay): Promise<PublishedPage | undefined> {
    const skipped = (_: unknown, error: unknown) => this.failed(NAME, error);
    const range = { after: replay.through, until: replay.until, types: new Set(replay.types), skipped };
    for await (const page of publishedBetween(this.history, tenantId, range)) return page;
    return undefined;
  }

  /**
   * Ids follow from the replay and the event, so a page that is planned again plans the same deliveries.
   * @returns how many
   */
  private async plan(
    tenantId: string,
    { createdAt, head, times }: Replay,
    { published }: PublishedPage,
  ): Promise<number> {
    const planned = published
      .filter(({ published: { event } }) => !times || (event.meta.at >= times.from && event.meta.at <= times.to))
      .map(async ({ published: { conversationId, event }, payload }) => {
        const { id: webhookId, position, stream, version } = event.meta;
        const id = newDeliveryId(createdAt, position);
        const place = { id, queued: laterQueueId(conversationId, head, position, id) };
        const start = { status: 'PENDING', attempts: [], earlier: 0, createdAt } as const;
        const delivery: Delivery = {
          webhookId,
          type: payload.type,
          conversationId,
          ...start,
          source: { stream, version },
        };
        await this.deliveries.plan(tenantId, place, delivery);
      });
    return (await Promise.all(planned)).length;
  }
}
