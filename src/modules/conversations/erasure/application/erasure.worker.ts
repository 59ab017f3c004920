import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { SubscriberWithTicks } from '../../../../engine/effects/subscribed/subscriber-with-ticks.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../../../fairness/queue/fair-queue.js';
import { subjectKey } from '../../../../kernel/erasure.js';
import type { Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { ParticipantErased } from '../../conversation/domain/membership.events.js';
import type { MessageDeleted } from '../../message/domain/message.events.js';
import { ErasureBacklog } from './erasure-backlog.service.js';
import { PurgeService } from './purge.service.js';
import { SubjectErasure } from './subject-erasure.service.js';

const NAME = 'erasure';
const SCAN_MS = 250;
const BOUNDS: FairQueueBounds = { running: { total: 8, perTenant: 4 }, waiting: { total: 2_000, perTenant: 200 } };
/** Events that begin an erasure. */
const TYPES = ['MessagesEnded', 'ConversationErased', 'ParticipantErased', 'UserErased', 'MessageDeleted'];
/** Milliseconds until a subject is looked at again that waits for others. */
const WAIT_MS = 1_000;
/** Subjects that wait for the next purge. */
const MOST_ERASED = 10_000;

interface WaitingErasure extends QueueEntry {
  readonly key: string;
}

/** Finds in the log what is to be erased. Each subject is erased, purged from the files of the stores and completed. */
@Injectable()
export class ErasureWorker implements Worker {
  private readonly work: SubscriberWithTicks;
  private readonly queue = new FairQueue<WaitingErasure>(BOUNDS);
  /** Erased, but not yet purged from the files of the stores. */
  private readonly erased = new Map<string, WaitingErasure>();

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ErasureBacklog) private readonly backlog: ErasureBacklog,
    @Inject(SubjectErasure) private readonly erasure: SubjectErasure,
    @Inject(PurgeService) private readonly purge: PurgeService,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: TYPES, handle, isRepeatable: true } as const;
    this.work = new SubscriberWithTicks({ log, operations, logger }, handler, SCAN_MS, () => this.tick());
  }

  start(): void {
    this.close();
    this.work.start();
  }

  close(): void {
    this.work.close();
    this.queue.drain();
    this.erased.clear();
  }

  private async handle(events: readonly Recorded[]): Promise<boolean> {
    for (const event of events) await this.backlog.add(event.meta.tenantId, keyOf(event));
    return events.length > 0;
  }

  private async tick(): Promise<void> {
    if (this.erased.size < MOST_ERASED) await this.look();
    if (this.erased.size > 0 && !this.purge.isPausing) await this.completeErased();
  }

  private async look(): Promise<void> {
    for await (const { tenantId, id } of this.backlog.waiting()) {
      if (!this.work.isOpen) return;
      const waiting: WaitingErasure = { tenantId, key: id };
      if (this.erased.has(nameOf(waiting))) continue;
      try {
        this.queue.add(waiting);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
      }
    }
    this.runWaiting();
  }

  private runWaiting(): void {
    for (let next = this.queue.take(); next; next = this.queue.take()) void this.runOne(next);
  }

  private async runOne(waiting: WaitingErasure): Promise<void> {
    const { tenantId, key } = waiting;
    const isOver = () => !this.work.isOpen;
    const started = this.clock.monotonic();
    try {
      const progress = await this.erasure.erase(tenantId, key, isOver);
      if (progress === 'kept') await this.backlog.remove(tenantId, key);
      else if (progress === 'held') await this.backlog.postpone(tenantId, key);
      else if (progress === 'waits') await this.backlog.postpone(tenantId, key, WAIT_MS);
      else if (!isOver()) this.erased.set(nameOf(waiting), waiting);
    } catch (error) {
      this.work.failed(error);
      await this.backlog.postpone(tenantId, key).catch(this.work.failed);
    }
    // Half of the time belongs to others.
    const pause = setTimeout(
      () => {
        this.queue.remove(waiting);
        if (this.work.isOpen) this.runWaiting();
      },
      Math.min(SCAN_MS, this.clock.monotonic() - started),
    );
    pause.unref();
  }

  /** A subject that is erased during a purge waits for the next purge. */
  private async completeErased(): Promise<void> {
    const erased = [...this.erased];
    await this.purge.run();
    for (const [name, { tenantId, key: id }] of erased) {
      if (!this.work.isOpen) return;
      await this.erasure.complete(tenantId, id);
      await this.backlog.remove(tenantId, id);
      this.erased.delete(name);
    }
  }
}

const nameOf = ({ tenantId, key }: WaitingErasure): string => `${tenantId}/${key}`;

/** Key of the subject that an event begins to erase. */
function keyOf({ type, data, meta }: Recorded): string {
  const { id: conversationId } = parseStreamName(meta.stream);
  const { participantId = '' } = data as Partial<ParticipantErased['data']>;
  const { messageId = '' } = data as Partial<MessageDeleted['data']>;
  if (type === 'ParticipantErased') return subjectKey({ kind: 'participant', conversationId, participantId });
  if (type === 'MessageDeleted') return subjectKey({ kind: 'message', conversationId, messageId });
  return conversationId;
}
