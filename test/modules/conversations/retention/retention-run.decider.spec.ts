import { test } from 'vitest';
import {
  FinishRetentionRun,
  retentionRunDecider,
  StartRetentionRun,
} from '../../../../src/modules/conversations/retention/domain/retention-run.decider.js';
import type { RetentionRunEvent } from '../../../../src/modules/conversations/retention/domain/retention-run.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const run = given(retentionRunDecider);
const about = { conversationTypeId: 't', scope: 'ALL', days: 90 } as const;
const started: RetentionRunEvent = { type: 'RetentionRunStarted', data: about };
const finished: RetentionRunEvent = { type: 'RetentionRunFinished', data: {} };

test('a run is started once and finished once, however often that is asked', () => {
  const start = new StartRetentionRun('r', about, commandMeta());
  const finish = new FinishRetentionRun('r', {}, commandMeta());
  run().when(start).gives(started);
  run().when(finish).nothing();
  run(started).when(start).nothing();
  run(started).when(finish).gives(finished);
  run(started, finished).when(finish).nothing();
  run(started, finished).when(start).nothing();
});
