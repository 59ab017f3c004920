import { command } from '../../../../kernel/command.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { RetentionRunEvent, RetentionRunStarted } from './retention-run.events.js';

export class StartRetentionRun extends command('StartRetentionRun')<RetentionRunStarted['data']> {}
export class FinishRetentionRun extends command('FinishRetentionRun')<Record<string, never>> {}

export const retentionRunCommands = [StartRetentionRun, FinishRetentionRun] as const;
type RetentionRunCommand = InstanceType<(typeof retentionRunCommands)[number]>;

type Status = 'absent' | 'running' | 'finished';

/** A run that is started or finished once more stays as it is. */
export const retentionRunDecider: Decider<RetentionRunCommand, Status, RetentionRunEvent> = {
  category: 'retentionRun',
  initial: 'absent',
  decide: decideBy({
    StartRetentionRun: ({ data }, status) => (status === 'absent' ? [{ type: 'RetentionRunStarted', data }] : []),
    FinishRetentionRun: (_, status) => (status === 'running' ? [{ type: 'RetentionRunFinished', data: {} }] : []),
  }),
  evolve: (_, { type }) => (type === 'RetentionRunStarted' ? 'running' : 'finished'),
};
