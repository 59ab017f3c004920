import { Inject, Injectable } from '@nestjs/common';
import { isAtRest } from '../../../../../projections/tenant/reads.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { RepeatedWork } from '../../../../engine/effects/repeated-work.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { CoveringCheckpoint } from './covering-checkpoint.service.js';
import { ExportFiles } from './export-files.service.js';
import { ExportStep } from './export-step.service.js';
import { type ExportEntry, ExportStore } from './export-store.service.js';

const NAME = 'audit-exports';
const TICK_MS = 200;
const EXPORTS_A_ROUND = 50;
const AGAIN_MS = 5 * SECOND;
/** How often, and how long after the end of an export, a checkpoint is looked for. */
const LOOK_MS = 3 * SECOND;
const LOOKS_MS = 5 * MINUTE;
/** Failures other than those of stores, after which an export fails. */
const MOST_FAILURES = 5;

/** Writes the files of exports, a part of each in turn, and removes them when they expire. */
@Injectable()
export class ExportWorker implements Worker {
  private readonly failed: (name: string, error: unknown) => void;
  private readonly failures = new Map<string, number>();
  private readonly rounds = new RepeatedWork(
    TICK_MS,
    () => this.round(),
    (error) => this.failed(NAME, error),
  );

  constructor(
    @Inject(ExportStore) private readonly exports: ExportStore,
    @Inject(ExportStep) private readonly step: ExportStep,
    @Inject(ExportFiles) private readonly files: ExportFiles,
    @Inject(CoveringCheckpoint) private readonly checkpoints: CoveringCheckpoint,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failed = WorkerHost.failed(logger);
  }

  start(): void {
    this.rounds.start(0);
  }

  close(): void {
    this.rounds.close();
    this.failures.clear();
  }

  /** One part of each export. @returns the pause until the next round, none where any went on */
  private async round(): Promise<number> {
    let advanced = 0;
    for (const entry of await this.exports.due(EXPORTS_A_ROUND)) {
      if (this.rounds.isOpen && (await this.tried(entry))) advanced++;
    }
    return advanced > 0 ? 0 : TICK_MS;
  }

  /** An export that fails holds up no other. */
  private async tried(entry: ExportEntry): Promise<boolean> {
    try {
      return await this.advance(entry);
    } catch (error) {
      if (!this.rounds.isOpen) return false;
      this.failed(NAME, error);
      await this.afterFailure(entry, error).catch((again) => this.failed(NAME, again));
      return false;
    }
  }

  private async advance(entry: ExportEntry): Promise<boolean> {
    const { key, value } = entry;
    if (value.status !== 'RUNNING') return this.end(entry);
    const mayRun = value.through <= this.caughtUp.position && !(await isAtRest(this.documents, key.tenantId));
    if (!mayRun) return this.wait(entry, SECOND);
    const isDone = await this.step.advance(entry);
    this.failures.delete(value.id);
    return isDone;
  }

  /** Looks for the checkpoint of a finished export. One that is over its time goes. */
  private async end(entry: ExportEntry): Promise<boolean> {
    const { key, value } = entry;
    const { tenantId } = key;
    const now = this.clock.now();
    if (value.expiresAt <= now) {
      await this.files.remove(tenantId, value.id);
      await this.exports.remove(tenantId, value.id);
      return true;
    }
    const mayFollow = value.endedAt !== undefined && plus(value.endedAt, LOOKS_MS) > now;
    const isSought = value.newest !== undefined && value.checkpoint === undefined && mayFollow;
    if (!isSought || !value.newest) return this.exports.save(entry, value, value.expiresAt);
    const checkpoint = await this.checkpoints.of(tenantId, value.newest.id);
    if (checkpoint === undefined) return this.wait(entry, LOOK_MS);
    return this.exports.save(entry, { ...value, checkpoint }, value.expiresAt);
  }

  private async wait(entry: ExportEntry, ms: number): Promise<false> {
    await this.exports.save(entry, entry.value, plus(this.clock.now(), ms));
    return false;
  }

  private async afterFailure(entry: ExportEntry, error: unknown): Promise<void> {
    const { id, status } = entry.value;
    const failures = (this.failures.get(id) ?? 0) + (error instanceof StoreUnavailable ? 0 : 1);
    this.failures.set(id, failures);
    if (status !== 'RUNNING') await this.wait(entry, AGAIN_MS);
    else if (isDiskFull(error)) await this.step.fail(entry, 'disk_full');
    else if (failures >= MOST_FAILURES) await this.step.fail(entry, 'internal');
    else await this.wait(entry, AGAIN_MS);
  }
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOSPC') || isDiskFull(error.cause);
}
