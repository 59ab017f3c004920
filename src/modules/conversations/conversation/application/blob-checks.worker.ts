import { Inject, Injectable } from '@nestjs/common';
import { isBlobNamed } from '../../../../../projections/blob-reference/reads.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { RepeatedWork } from '../../../../engine/effects/repeated-work.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { ClockTrust } from '../../../../engine/erasure/clock-trust.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { MINUTE, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { BLOBS, type Blobs } from '../../../../ports/stores/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { type BlobCheck, BlobChecks, WRITTEN_MS } from './blob-checks.service.js';

const NAME = 'blob-checks';
const PAGE = 100;
/** Milliseconds that a run waits for read models that lag; after that the next run waits again. */
const PATIENCE_MS = 10_000;

/** Removes blobs that no event names an hour after they were written. */
@Injectable()
export class BlobCheckWorker implements Worker {
  private readonly runs: RepeatedWork;
  private readonly failed: (name: string, error: unknown) => void;

  constructor(
    @Inject(BlobChecks) private readonly checks: BlobChecks,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(ClockTrust) private readonly trust: Pick<ClockTrust, 'isTrusted'>,
  ) {
    this.failed = WorkerHost.failed(logger);
    this.runs = new RepeatedWork(
      MINUTE,
      (isCurrent) => this.run(isCurrent),
      (error) => this.failed(NAME, error),
    );
  }

  start(): void {
    this.runs.start();
  }

  close(): void {
    this.runs.close();
  }

  /** Checks a page of the blobs that are due. @returns the pause until the next page */
  async run(isCurrent: () => boolean): Promise<number> {
    if (!this.trust.isTrusted) return MINUTE;
    const due = await this.checks.due(PAGE);
    if (due.length === 0 || !(await this.caughtUp.reached(await this.log.head(), PATIENCE_MS))) return MINUTE;
    for (const entry of due) {
      if (!isCurrent()) break;
      await this.check(entry).catch(async (error) => {
        this.failed(NAME, error);
        await this.checks.postpone(entry);
      });
    }
    return due.length < PAGE ? MINUTE : 0;
  }

  private async check(entry: Entry<BlobCheck>): Promise<void> {
    const { tenantId, id: digest } = entry.key;
    const unusedSince = plus(this.clock.now(), -WRITTEN_MS);
    const isOver =
      (await isBlobNamed(this.documents, tenantId, digest)) || (await this.blobs.remove(tenantId, digest, unusedSince));
    if (isOver) await this.checks.end(entry);
    else await this.checks.postpone(entry);
  }
}
