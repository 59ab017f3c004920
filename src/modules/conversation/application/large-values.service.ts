import { Injectable } from '@nestjs/common';
import { type FairQueueBounds, QueueFull } from '../../../kernel/fair-bounds.js';
import { FairRunner } from '../../../kernel/fair-runner.js';
import { reject } from '../../../kernel/rejection.js';
import { nextSlice } from '../../../kernel/sliced-work.js';

/** A value of some MiB takes many times as much when it is parsed. */
const AT_ONCE: FairQueueBounds = {
  running: { total: 2, perTenant: 1 },
  waiting: { total: 10_000, perTenant: 1_000 },
};

/** Work on a conversation_data of its own blob: one of a tenant at a time. */
@Injectable()
export class LargeValues {
  private readonly queue = new FairRunner(AT_ONCE);

  /** @throws Rejection 429 */
  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.run({ tenantId, priority: 'interactive' }, async () => {
        await nextSlice();
        return work();
      });
    } catch (error) {
      if (error instanceof QueueFull) return reject('errors.rate_limited', { retry_after: 1 });
      throw error;
    }
  }
}
