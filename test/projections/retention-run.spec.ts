import { test } from 'vitest';
import { retentionRuns } from '../../projections/retention-run/projection.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const at = instant('2030-01-01T08:00:00Z');
const stream = streamName('retentionRun', TENANT, 'run');
const started = {
  event: { type: 'RetentionRunStarted', data: { conversationTypeId: 't', scope: 'ALL', days: 90 } },
  stream,
} as const;
const removed = (id: string, runId = 'run') =>
  ({
    event: { type: 'ConversationRemoved', data: { runId, conversationTypeId: 't', dueAt: at } },
    stream: streamName('conversation', TENANT, id),
  }) as const;

test('a run counts what it removed, also after its end', () => {
  const finished = { event: { type: 'RetentionRunFinished', data: {} }, stream } as const;
  const runs = givenProjection(retentionRuns)(started, removed('a'), removed('b', 'other'), finished, removed('c'));
  runs.shows('run', { id: 'run', conversationTypeId: 't', days: 90, removed: 2, startedAt: at, finishedAt: at });
  runs.absent('other');
});
