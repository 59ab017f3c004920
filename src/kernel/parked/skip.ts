import { command } from '../command.js';
import { type Decider, decideBy } from '../decider.js';
import type { Event, EventTypes, Position } from '../event.js';

/** An event that a read model cannot apply, or one that cannot be decoded, which has no `model`. */
export interface Skipped {
  readonly model?: string;
  readonly eventId: string;
  readonly position: Position;
  readonly reason: string;
}

export class SkipParked extends command('SkipParked')<Skipped> {}

export type ParkedSkipped = Event<'ParkedSkipped', Skipped>;

export const skipEventTypes: EventTypes<ParkedSkipped> = {
  ParkedSkipped: { version: 1, personal: [], subject: 'tenant' },
};

/** The stream of the deployment. */
export const SKIPS = 'parked';

export const skippedId = ({ model = '', eventId }: Pick<Skipped, 'model' | 'eventId'>): string => `${model}/${eventId}`;

/** Events that the operator passes over for good, each with the reason. */
export const skipDecider: Decider<SkipParked, ReadonlySet<string>, ParkedSkipped> = {
  category: 'skip',
  initial: new Set(),
  decide: decideBy({
    SkipParked: ({ data }, skipped) => (skipped.has(skippedId(data)) ? [] : [{ type: 'ParkedSkipped', data }]),
  }),
  evolve: (skipped, { data }) => new Set(skipped).add(skippedId(data)),
};
