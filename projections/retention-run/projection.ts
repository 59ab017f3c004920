import type { Instant } from '../../src/kernel/instant.js';
import { changes, creates, projection } from '../../src/kernel/projection.js';
import type { RetentionPolicy } from '../../src/kernel/retention.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import type { ConversationRemoved } from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import type { RetentionRunEvent } from '../../src/modules/conversations/retention/domain/retention-run.events.js';

export interface RetentionRun extends RetentionPolicy {
  readonly id: string;
  readonly conversationTypeId: string;
  readonly startedAt: Instant;
  readonly finishedAt?: Instant;
  /** Number of conversations it removed. */
  readonly removed: number;
}

/** Runs of retention with what they removed. */
export const retentionRuns = projection<RetentionRun, RetentionRunEvent | ConversationRemoved>({
  name: 'retention-run',
  version: 1,
  erasedWith: 'never',
  fields: { conversationTypeId: (run) => run.conversationTypeId, startedAt: ({ startedAt }) => startedAt },
  indexes: [['conversationTypeId', 'startedAt']],
  counters: [['conversationTypeId']],

  key: ({ type, data, meta }) => (type === 'ConversationRemoved' ? data.runId : parseStreamName(meta.stream).id),

  on: {
    RetentionRunStarted: creates(({ data, meta }) => ({
      ...data,
      id: parseStreamName(meta.stream).id,
      startedAt: meta.at,
      removed: 0,
    })),
    RetentionRunFinished: changes((run, { meta }) => ({ ...run, finishedAt: meta.at })),
    ConversationRemoved: changes((run) => ({ ...run, removed: run.removed + 1 })),
  },
});
