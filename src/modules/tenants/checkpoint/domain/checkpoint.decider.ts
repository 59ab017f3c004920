import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { readCheckpoint } from '../../../../lib/notes/tree-checkpoint.js';
import type { KeepCheckpoint } from './checkpoint.commands.js';
import type { CheckpointEvent } from './checkpoint.events.js';

/** Size of the last checkpoint. */
interface Sealed {
  readonly size: number;
}

const sizeOf = (note: string): number => readCheckpoint(note)?.size ?? 0;

/** The checkpoints of a tenant in one stream, in the order of their sizes. One that is not larger than the last is not kept. */
export const checkpointDecider: Decider<KeepCheckpoint, Sealed, CheckpointEvent> = {
  category: 'checkpoint',
  initial: { size: 0 },
  window: 1,
  decide: decideBy({
    KeepCheckpoint: ({ data }, { size }) =>
      sizeOf(data.note) > size ? [{ type: 'CheckpointSigned', data: { note: data.note } }] : [],
  }),
  evolve: (_, { data }) => ({ size: sizeOf(data.note) }),
};
