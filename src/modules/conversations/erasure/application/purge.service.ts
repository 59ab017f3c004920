import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

/** A purge goes through the whole word index, so it takes at most this part of the time. */
const SHARE = 1 / 20;

/** Purges the files of the stores, with a pause after each time in proportion to what it took. */
@Injectable()
export class PurgeService {
  private notBefore = 0;

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get isPausing(): boolean {
    return this.clock.monotonic() < this.notBefore;
  }

  async run(): Promise<void> {
    const started = this.clock.monotonic();
    await this.operations.purge();
    await this.documents.purge();
    const ended = this.clock.monotonic();
    this.notBefore = ended + (ended - started) / SHARE;
  }
}
