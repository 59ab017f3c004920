import { ChoiceField, IntegerField, TextField, TimestampField, UuidField } from '../../http/fields/fields.js';
import { REPLAY_STATUSES, type Replay, type ReplayStatus } from '../replay/replay.js';

export class ReplayDto {
  @TimestampField({ description: 'Start of the time range, inclusive. Requires `to`.', optional: true })
  from?: string;

  @TimestampField({ description: 'End of the time range, inclusive, not before `from`.', optional: true })
  to?: string;

  @TextField({
    description: 'First position, inclusive. Requires `to_position`, not allowed with `from` and `to`.',
    max: 20,
    optional: true,
  })
  from_position?: string;

  @TextField({ description: 'Last position, inclusive, not before `from_position`.', max: 20, optional: true })
  to_position?: string;
}

export class ReplayedDto {
  @UuidField({ description: 'Id of the replay.' })
  id!: string;

  @ChoiceField({
    description: 'Status of the replay. The response to the POST waits up to 2 seconds for DONE.',
    of: REPLAY_STATUSES,
  })
  status!: ReplayStatus;

  @IntegerField({
    description: 'Number of deliveries planned so far. Final unless the status is RUNNING.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  deliveries!: number;
}

export const toReplayedDto = ({ id, status, deliveries }: Replay): ReplayedDto => ({ id, status, deliveries });
