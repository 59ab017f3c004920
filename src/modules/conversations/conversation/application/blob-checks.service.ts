import { Inject, Injectable } from '@nestjs/common';
import { HOUR, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

/** A value whose event is not in the log yet was written within this time. */
export const WRITTEN_MS = HOUR;

const KIND = 'blob-check';
const PAGE = 500;

/** Entries of earlier versions do not say the size of their blob. */
export interface BlobCheck {
  readonly bytes?: number;
}

/**
 * Blobs that were written recently. The event that names one may never follow: a command is rejected, a process killed.
 */
@Injectable()
export class BlobChecks {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Durable before the blob is written. */
  async plan(tenantId: string, digest: string, bytes: number): Promise<void> {
    await this.put({ tenantId, kind: KIND, id: digest }, { bytes });
  }

  async postpone({ key, value }: Entry<BlobCheck>): Promise<void> {
    await this.put(key, value);
  }

  due(limit: number): Promise<readonly Entry<BlobCheck>[]> {
    return this.operations.due(KIND, this.clock.now(), limit);
  }

  /** All of a tenant. */
  async *of(tenantId: string): AsyncGenerator<Entry<BlobCheck>> {
    for (let after: string | undefined; ; ) {
      const page: readonly Entry<BlobCheck>[] = await this.operations.list(tenantId, KIND, '', PAGE, after);
      yield* page;
      after = page.at(-1)?.key.id;
      if (page.length < PAGE) return;
    }
  }

  /** Unless the blob was written again meanwhile. */
  async end({ key, revision }: Entry<BlobCheck>): Promise<void> {
    await this.operations.remove(key, revision);
  }

  private async put(key: OperationalKey, value: BlobCheck): Promise<void> {
    await this.operations.put(key, value, { due: plus(this.clock.now(), WRITTEN_MS) });
  }
}
