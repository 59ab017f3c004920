import { Inject, Injectable } from '@nestjs/common';
import { HOUR, plus } from '../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../ports/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../ports/operational-store.js';

/** A value whose event is not in the log yet was written within this time. */
export const WRITTEN_MS = HOUR;

const KIND = 'blob-check';

/** Blobs that were written lately. The event that names one may never follow: a command is rejected, a process killed. */
@Injectable()
export class BlobChecks {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Durable before the blob is written. */
  async plan(tenantId: string, digest: string): Promise<void> {
    await this.postpone({ tenantId, kind: KIND, id: digest });
  }

  async postpone(key: OperationalKey): Promise<void> {
    await this.operations.put(key, {}, { due: plus(this.clock.now(), WRITTEN_MS) });
  }

  due(limit: number): Promise<readonly Entry<unknown>[]> {
    return this.operations.due(KIND, this.clock.now(), limit);
  }

  /** Unless the blob was written again meanwhile. */
  async end({ key, revision }: Entry<unknown>): Promise<void> {
    await this.operations.remove(key, revision);
  }
}
