import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import type { Instant } from '../../../../kernel/instant.js';
import { streamName } from '../../../../kernel/stream.js';
import { readCheckpoint } from '../../../../lib/notes/tree-checkpoint.js';
import type { Page, Query } from '../../../../ports/stores/document-store.js';
import { checkpointDecider } from '../domain/checkpoint.decider.js';
import type { CheckpointEvent } from '../domain/checkpoint.events.js';

const READ_AT_ONCE = 200;

/** The one stream with the checkpoints of a tenant. */
export const checkpointStream = (tenantId: string): string =>
  streamName(checkpointDecider.category, tenantId, tenantId);

export interface Checkpoint {
  /** Counts the checkpoints of the tenant from 1. */
  readonly number: number;
  readonly size: number;
  /** In base64. */
  readonly root: string;
  readonly at: Instant;
  readonly note: string;
}

const toCheckpoint = ({ data: { note }, meta }: Recorded<CheckpointEvent>): Checkpoint => {
  const { size = 0, root } = readCheckpoint(note) ?? {};
  return { number: meta.version, size, root: root?.toString('base64') ?? '', at: meta.at, note };
};

/** Reads the checkpoints of a tenant in the log. */
@Injectable()
export class Checkpoints {
  constructor(@Inject(EventLog) private readonly log: EventLog) {}

  async latest(tenantId: string): Promise<Checkpoint | undefined> {
    return (await this.page(tenantId, { backwards: true, limit: 1 }))[0];
  }

  /** The checkpoint of exactly this size. A search by halves. */
  async ofSize(tenantId: string, size: number): Promise<Checkpoint | undefined> {
    let [low, high] = [1, (await this.latest(tenantId))?.number ?? 0];
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const [found] = await this.page(tenantId, { from: middle, limit: 1 });
      if (!found || found.size === size) return found;
      if (found.size < size) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Oldest first. */
  reader(tenantId: string) {
    return {
      count: async () => (await this.latest(tenantId))?.number ?? 0,
      find: async ({ offset = 0, after, limit: most }: Query): Promise<Page<Checkpoint>> => {
        const limit = Math.min(most, READ_AT_ONCE);
        const from = 1 + (after ? Number(after.key) || 0 : offset);
        const found = await this.page(tenantId, { from, limit: limit + 1 });
        const docs = found.slice(0, limit);
        return { docs, keys: docs.map(({ number }) => String(number)), hasMore: found.length > limit };
      },
    };
  }

  private async page(tenantId: string, options: Parameters<EventLog['readExactly']>[1]) {
    const events = await this.log.readExactly(checkpointStream(tenantId), options);
    return (events as readonly Recorded<CheckpointEvent>[]).map(toCheckpoint);
  }
}
