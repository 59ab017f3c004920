import type { RejectionCode } from '../catalogue/errors/rejections.js';
import { command } from './command.js';
import { type Decider, decideBy } from './decider.js';
import type { Event, EventTypes, Position } from './event.js';
import type { Instant } from './instant.js';
import { reject } from './rejection.js';

/** Target: what is bounded. The same holder again keeps the place and renews it. */
export class TakePlace extends command('TakePlace')<{
  readonly holder: string;
  readonly max: number;
  readonly code: RejectionCode;
}> {}
/** Frees a place unless it was renewed after `taken`. */
export class FreePlace extends command('FreePlace')<{ readonly holder: string; readonly taken: Position }> {}

export const quotaCommands = [TakePlace, FreePlace] as const;
export type QuotaCommand = InstanceType<(typeof quotaCommands)[number]>;
export type QuotaEvent =
  | Event<'PlaceTaken', { readonly holder: string }>
  | Event<'PlaceFreed', { readonly holder: string }>;

export const quotaEventTypes: EventTypes<QuotaEvent> = {
  PlaceTaken: { version: 1, personal: [], subject: 'tenant' },
  PlaceFreed: { version: 1, personal: [], subject: 'tenant' },
};

interface Place {
  readonly at: Instant;
  readonly position: Position;
}

/** By holder. */
export type Places = ReadonlyMap<string, Place>;

function take({ data: { holder, max, code } }: TakePlace, places: Places): readonly QuotaEvent[] {
  if (!places.has(holder) && places.size >= max) return reject(code, { max });
  return [{ type: 'PlaceTaken', data: { holder } }];
}

/** The places of one bound of a tenant in one stream, so that one version decides how many there are. */
export const quotaDecider: Decider<QuotaCommand, Places, QuotaEvent> = {
  category: 'quota',
  initial: new Map(),
  decide: decideBy({
    TakePlace: take,
    FreePlace: ({ data: { holder, taken } }, places) =>
      places.get(holder)?.position === taken ? [{ type: 'PlaceFreed', data: { holder } }] : [],
  }),
  evolve(places, { type, data: { holder }, meta: { at, position } }) {
    const others = new Map(places);
    others.delete(holder);
    return type === 'PlaceTaken' ? others.set(holder, { at, position }) : others;
  },
};
