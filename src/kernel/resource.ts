import type { RejectionCode } from '../catalogue/errors/rejections.js';
import { type Command, command } from './command.js';
import { type Decider, type Decisions, decideBy } from './decider.js';
import type { Event, EventType, EventTypes, Recorded } from './event.js';
import { type Instant, later } from './instant.js';
import { difference, type Patch, patched, replacing } from './patch.js';
import {
  type Collection,
  changes,
  creates,
  deletes,
  evolveBy,
  type Fold,
  type Folds,
  ofOneStream,
  type Projection,
  projection,
} from './projection.js';
import { reject } from './rejection.js';
import {
  type ChangeId,
  type ResourceReservationEvent,
  reservationTypesOf,
  reservedAfter,
} from './resource-reservation.js';
import { type IfMatch, meets } from './revision.js';
import { parseStreamName } from './stream.js';

/** A resource in the form of the log and of its read model. */
export interface ResourceRecord<V> {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Moves with every change; what `ETag` and `If-Match` speak of. */
  readonly revision: number;
  readonly value: V;
}

export type ResourceState<V> = {
  readonly record?: ResourceRecord<V>;
  readonly gone?: true;
  /** Changes under way that rest on what uses it. */
  readonly reserved?: readonly string[];
};

interface Guarded {
  readonly ifMatch?: IfMatch | undefined;
}
export interface Creation<V> {
  readonly value: V;
}
/** `change`: it rests on a reservation of the resource, without which it is refused. */
interface Reserving extends Guarded {
  readonly change?: string;
}
export interface Replacement<V> extends Reserving {
  readonly value: V;
}
export interface Change<V> extends Reserving {
  readonly patch: Patch<V>;
}
export type Removal = Reserving;

/** `alone`: refused while another change has reserved the resource. */
interface Reservation extends ChangeId, Guarded {
  readonly alone?: true;
}

/** The data of each command, by its verb. */
interface Wanted<V> {
  readonly Create: Creation<V>;
  readonly Replace: Replacement<V>;
  readonly Change: Change<V>;
  readonly Delete: Removal;
  readonly Reserve: Reservation;
  readonly Release: ChangeId;
}
type Verb = keyof Wanted<unknown>;

/** `CreateUser`, `ReplaceUser`, `ChangeUser`, `DeleteUser`, `ReserveUser` and `ReleaseUser` of a resource named `User`. */
export type ResourceCommand<N extends string, V> = { [K in Verb]: Command<`${K}${N}`, Wanted<V>[K]> }[Verb];

/** The data of each event, by its participle. */
interface Happened<V> {
  readonly Created: V;
  readonly Changed: Patch<V>;
  readonly Deleted: Record<string, never>;
}
type Participle = keyof Happened<unknown>;

/** `UserCreated`, `UserChanged` and `UserDeleted` of a resource named `User`. */
export type ResourceEvent<N extends string, V> = {
  [K in Participle]: Event<`${N}${K}`, Happened<V>[K]>;
}[Participle];

/** Declaration of a thing that is only created, changed and deleted. */
export interface ResourceSpec<V> {
  /** `User` gives the commands `CreateUser` … and the events `UserCreated`, `UserChanged`, `UserDeleted`. */
  readonly name: string;
  readonly category: string;
  readonly absent: RejectionCode;
  readonly exists: RejectionCode;
  /** Members that hold text or data about people. */
  readonly personal: readonly (keyof V & string)[];
  /** The key of the tenant seals them, or that of the user whose id the resource has. */
  readonly subject?: 'user';
}

/** Decider, commands, events and fold of a resource, from one declaration. */
export function resource<const N extends string, V extends object>(spec: ResourceSpec<V> & { readonly name: N }) {
  const { name, category, personal, subject = 'tenant' } = spec;
  type C = ResourceCommand<N, V>;
  type E = ResourceEvent<N, V>;

  class Create extends command(`Create${name}`)<Creation<V>> {}
  class Replace extends command(`Replace${name}`)<Replacement<V>> {}
  class Alter extends command(`Change${name}`)<Change<V>> {}
  class Remove extends command(`Delete${name}`)<Removal> {}
  class Reserve extends command(`Reserve${name}`)<Reservation> {}
  class Release extends command(`Release${name}`)<ChangeId> {}

  const byEvent = (table: Readonly<Record<Participle, unknown>>) => named(table, (each) => `${name}${each}`);
  const byCommand = (table: Readonly<Record<Verb, unknown>>) => named(table, (each) => `${each}${name}`);

  const eventTypes: Readonly<Record<Participle, EventType>> = {
    Created: { version: 1, personal, subject },
    Changed: { version: 1, personal, subject },
    Deleted: { version: 1, personal: [], subject },
  };
  const on = byEvent(foldsOf<V>()) as Folds<ResourceRecord<V>, E>;
  const evolve = evolveBy(on);

  const decider: Decider<C, ResourceState<V>, E | ResourceReservationEvent<N>> = {
    category,
    initial: {},
    decide: decideBy(byCommand(decisionsOf(spec)) as Decisions<C, ResourceState<V>, E>),
    evolve(state, event) {
      const participle = event.type.slice(name.length);
      if (participle === 'Reserved' || participle === 'Released') {
        return { ...state, reserved: reservedAfter(state.reserved ?? [], participle, event.data as ChangeId) };
      }
      const record = evolve(state.record, event as Recorded<E>);
      if (record === state.record) return state;
      return record ? { ...state, record } : { gone: true };
    },
  };

  return {
    ...spec,
    decider,
    projection: (collection: Collection<ResourceRecord<V>>): Projection<ResourceRecord<V>, E> =>
      projection({ ...collection, ...ofOneStream(category), erasedWith: 'never', on }),
    eventTypes: byEvent(eventTypes) as EventTypes<E>,
    commands: [Create, Replace, Alter, Remove] as const,
    /** For a resource that others name. Its manifest adds them to the event types above. */
    reservationTypes: reservationTypesOf(name),
    reservationCommands: [Reserve, Release] as const,
    Create,
    Replace,
    Change: Alter,
    Remove,
    Reserve,
    Release,
  };
}

/** The same table under the types that a resource gives its commands or events. */
const named = <K extends string>(table: Readonly<Record<K, unknown>>, typeOf: (key: K) => string): object =>
  Object.fromEntries(Object.entries(table).map(([key, each]) => [typeOf(key as K), each]));

type DecisionsOf<V> = {
  readonly [K in Verb]: (command: Command<string, Wanted<V>[K]>, state: ResourceState<V>) => readonly Event[];
};

function decisionsOf<V extends object>({ name, absent, exists }: ResourceSpec<V>): DecisionsOf<V> {
  const happened = <K extends Participle>(participle: K, data: Happened<V>[K]): readonly Event[] => [
    { type: `${name}${participle}`, data },
  ];

  const change = ({ value }: ResourceRecord<V>, wanted: Patch<V>): readonly Event[] => {
    const patch = difference(value, wanted);
    return Object.keys(patch).length === 0 ? [] : happened('Changed', patch);
  };

  const matched = ({ record }: ResourceState<V>, ifMatch: IfMatch | undefined) =>
    meets(ifMatch, record?.revision) ? record : reject('errors.precondition.failed');

  const existing = (state: ResourceState<V>, ifMatch: IfMatch | undefined) => matched(state, ifMatch) ?? reject(absent);

  const isReserved = ({ reserved = [] }: ResourceState<V>, id: string) => reserved.includes(id);

  const reserving = ({ change: id }: Reserving, state: ResourceState<V>) => {
    if (id !== undefined && !isReserved(state, id)) reject('errors.position.not_reached');
  };

  return {
    Create: ({ data }, { record }) => (record ? reject(exists) : happened('Created', data.value)),
    Replace({ data }, state) {
      const record = matched(state, data.ifMatch);
      if (record) reserving(data, state);
      return record ? change(record, replacing(record.value, data.value)) : happened('Created', data.value);
    },
    Change({ data }, state) {
      const record = existing(state, data.ifMatch);
      reserving(data, state);
      return change(record, data.patch);
    },
    Delete({ data }, state) {
      existing(state, data.ifMatch);
      reserving(data, state);
      return happened('Deleted', {});
    },
    Reserve({ data: { change, ifMatch, alone } }, state) {
      existing(state, ifMatch);
      const others = (state.reserved ?? []).filter((each) => each !== change);
      if (alone && others.length > 0) reject('errors.position.not_reached');
      return isReserved(state, change) ? [] : [{ type: `${name}Reserved`, data: { change } }];
    },
    Release: ({ data: { change } }, state) =>
      isReserved(state, change) ? [{ type: `${name}Released`, data: { change } }] : [],
  };
}

type FoldsOf<V> = { readonly [K in Participle]: Fold<ResourceRecord<V>, Event<string, Happened<V>[K]>> };

const foldsOf = <V extends object>(): FoldsOf<V> => ({
  Created: creates(createdRecord),
  Changed: changes(changedRecord),
  Deleted: deletes,
});

/** The record that a resource's creation begins. */
export function createdRecord<V>({ data, meta }: Recorded<Event<string, V>>): ResourceRecord<V> {
  const { id, tenantId } = parseStreamName(meta.stream);
  return { id, tenantId, createdAt: meta.at, updatedAt: meta.at, revision: meta.version, value: data };
}

/** A record after a change of its resource. */
export function changedRecord<R extends ResourceRecord<object>>(
  record: R,
  { data, meta }: Recorded<Event<string, Patch<R['value']>>>,
): R {
  return {
    ...record,
    updatedAt: later(record.updatedAt, meta.at),
    revision: meta.version,
    value: patched(record.value, data),
  };
}
