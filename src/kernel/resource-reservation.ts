import type { CommandClass } from './command.js';
import type { Event, EventTypes } from './event.js';
import { MINUTE, plus } from './instant.js';
import type { Process, Reaction } from './process.js';
import { parseStreamName } from './stream.js';

/** One change of a resource that rests on what uses the resource. Nothing begins to use it while it is reserved. */
export interface ChangeId {
  readonly change: string;
}

/** `UserReserved` and `UserReleased` of a resource named `User`. */
export type ResourceReservationEvent<N extends string> =
  | Event<`${N}Reserved`, ChangeId>
  | Event<`${N}Released`, ChangeId>;

export const reservationTypesOf = <const N extends string>(name: N): EventTypes<ResourceReservationEvent<N>> =>
  ({
    [`${name}Reserved`]: { version: 1, personal: [], subject: 'tenant' },
    [`${name}Released`]: { version: 1, personal: [], subject: 'tenant' },
  }) as unknown as EventTypes<ResourceReservationEvent<N>>;

/** The changes for which a resource is reserved after an event of the type. */
export function reservedAfter(
  reserved: readonly string[],
  participle: 'Reserved' | 'Released',
  { change }: ChangeId,
): readonly string[] {
  const others = reserved.filter((each) => each !== change);
  return participle === 'Reserved' ? [...others, change] : others;
}

/** A change that takes longer loses its reservation, and is refused then. */
const RELEASED_MS = MINUTE;

interface Reservable<N extends string> {
  readonly name: N;
  readonly category: string;
  readonly Release: CommandClass & { readonly type: `Release${N}` };
}

/** Releases a resource whose change broke off. */
export function releaseLater<const N extends string>({
  name,
  category,
  Release,
}: Reservable<N>): Process<Event<`${N}Reserved`, ChangeId>> {
  return {
    name: `${category}-release`,
    events: [`${name}Reserved`],
    react: ({ data, meta }): readonly Reaction[] => {
      const { type } = Release;
      const command = { type, target: parseStreamName(meta.stream).id, data: { change: data.change } };
      return [{ command, due: plus(meta.at, RELEASED_MS) }];
    },
  };
}
