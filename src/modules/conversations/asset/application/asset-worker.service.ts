import { Inject, Injectable } from '@nestjs/common';
import { isAssetKind } from '../../../../catalogue/assets.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { QueueLengths } from '../../../../engine/effects/queue-lengths.js';
import { RepeatedWork } from '../../../../engine/effects/repeated-work.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../../../fairness/queue/fair-queue.js';
import type { Recorded } from '../../../../kernel/event.js';
import { HOUR } from '../../../../kernel/instant.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { uploadEnd } from '../../../../ports/media/asset-links.js';
import { ASSET_STORE, type AssetStore } from '../../../../ports/media/asset-store.js';
import { MEDIA_PROCESSOR, type MediaProcessor } from '../../../../ports/media/media-processor.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { type DuePlace, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { MessageDeleted, MessagePosted } from '../../message/domain/message.events.js';
import { AssetProcessing } from './asset-processing.service.js';
import { type UploadEntry, UploadRecords } from './upload-records.js';
import { Uploads } from './uploads.service.js';

const NAME = 'asset-uploads';
const SCAN_MS = 500;
const PAGE = 100;
const PAGES_A_SCAN = 10;
/** Processing takes a processor for itself. */
const BOUNDS: FairQueueBounds = {
  running: { total: 2, perTenant: 1 },
  waiting: { total: 10_000, perTenant: 1_000 },
};

interface Queued extends QueueEntry {
  readonly entry: UploadEntry;
}

/** Expects an upload for each media message, processes what was uploaded, and ends what was not. Tenants take turns. */
@Injectable()
export class AssetWorker implements Worker {
  private readonly queue = new FairQueue<Queued>(BOUNDS);
  private readonly subscriber: CheckpointedSubscriber;
  private readonly failed: (name: string, error: unknown) => void;
  /** Where the next scan continues; undefined: at the beginning. */
  private place: DuePlace | undefined;
  private readonly scans: RepeatedWork;
  private sweeping: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(UploadRecords) private readonly records: UploadRecords,
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(AssetProcessing) private readonly processing: AssetProcessing,
    @Inject(ASSET_STORE) private readonly store: AssetStore,
    @Inject(MEDIA_PROCESSOR) private readonly media: MediaProcessor,
    @Inject(LOGGER) logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    this.failed = WorkerHost.failed(logger);
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: ['MessagePosted', 'MessageDeleted'], handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, this.failed);
    this.scans = new RepeatedWork(
      SCAN_MS,
      () => this.scan(),
      (error) => this.failed(NAME, error),
    );
    queues.add('asset', () => this.queue.waiting);
  }

  start(): void {
    this.close();
    this.subscriber.start();
    this.stopListening = this.uploads.onReceived(() => this.scans.start(0));
    this.sweeping = setInterval(() => void this.sweep(), HOUR);
    this.sweeping.unref();
    this.scans.start(0);
  }

  close(): void {
    clearInterval(this.sweeping);
    this.scans.close();
    this.place = undefined;
    this.stopListening?.();
    this.subscriber.close();
    this.queue.drain();
    this.media.close();
  }

  private async handle(events: readonly Recorded[]): Promise<boolean> {
    let hadEffect = false;
    for (const event of events) hadEffect = (await this.handleOne(event)) || hadEffect;
    return hadEffect;
  }

  private async handleOne({ type, data, meta }: Recorded): Promise<boolean> {
    const { messageId } = data as (MessagePosted | MessageDeleted)['data'];
    const owner = { tenantId: meta.tenantId, conversationId: parseStreamName(meta.stream).id, messageId };
    if (type === 'MessageDeleted') {
      const isMedia = (data as MessageDeleted['data']).media === true;
      if (isMedia) await this.records.deleted(owner);
      return isMedia;
    }
    const { kind } = data as MessagePosted['data'];
    if (!isAssetKind(kind)) return false;
    await this.records.expect(owner, kind, uploadEnd(meta.at));
    return true;
  }

  /** Goes through the due uploads page by page, so that one tenant's backlog hides no other's. */
  private async scan(): Promise<void> {
    for (let n = 0; n < PAGES_A_SCAN; n++) {
      const page = await this.records.due(PAGE, this.place);
      if (!this.scans.isOpen) return;
      for (const entry of page) this.enqueue(entry);
      this.place = page.length < PAGE ? undefined : page.at(-1);
      this.runWaiting();
      if (!this.place) return;
    }
  }

  /** A later scan finds the uploads that the queue has no room for. */
  private enqueue(entry: UploadEntry): void {
    const { tenantId, id } = entry.key;
    try {
      this.queue.add({ tenantId, key: id, entry });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
    }
  }

  private runWaiting(): void {
    for (let next = this.queue.take(); next; next = this.queue.take()) void this.runOne(next);
  }

  private async runOne(queued: Queued): Promise<void> {
    try {
      const entry = await this.records.get(queued.entry.key);
      const isCurrent = entry?.revision === queued.entry.revision;
      if (isCurrent && this.scans.isOpen) await this.runOrPostpone(entry);
    } catch (error) {
      if (this.scans.isOpen) this.failed(NAME, error);
    }
    this.queue.remove(queued);
    if (this.scans.isOpen) this.runWaiting();
  }

  private async runOrPostpone(entry: UploadEntry): Promise<void> {
    try {
      await this.processing.run(entry);
    } catch (error) {
      if (!this.scans.isOpen) return;
      this.failed(NAME, error);
      const now = await this.records.get(entry.key);
      if (now) await this.processing.postpone(now);
    }
  }

  private async sweep(): Promise<void> {
    await this.store.sweep().catch((error) => this.failed(NAME, error));
    await this.media.sweep().catch((error) => this.failed(NAME, error));
  }
}
