import type { RejectionCode } from '../catalogue/errors/rejections.js';
import { type CommandMeta, command } from './command.js';
import type { Decider } from './decider.js';
import { equal } from './equal.js';
import type { Event, EventTypes, Recorded } from './event.js';
import type { Instant } from './instant.js';
import type { Collection, Projection } from './projection.js';
import { reject } from './rejection.js';
import { type IfMatch, meets } from './revision.js';
import { parseStreamName } from './stream.js';

/** What changes; null takes a member away. */
export type Patch<V> = { readonly [K in keyof V]?: V[K] | null };

/** A resource as the log tells it, and as its read model keeps it. */
export interface ResourceRecord<V> {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Moves with every change; what `ETag` and `If-Match` speak of. */
  readonly revision: number;
  readonly value: V;
}

export type ResourceState<V> = { readonly record?: ResourceRecord<V>; readonly gone?: true };

interface Guarded {
  readonly ifMatch?: IfMatch | undefined;
}
export interface Creation<V> {
  readonly value: V;
}
export interface Replacement<V> extends Guarded {
  readonly value: V;
}
export interface Change<V> extends Guarded {
  readonly patch: Patch<V>;
}
export type Removal = Guarded;

export interface ResourceCommand<V> {
  readonly type: string;
  readonly target: string;
  readonly data: Creation<V> | Replacement<V> | Change<V> | Removal;
  readonly meta: CommandMeta;
}

/** What is said of a kind of thing that is only created, changed and deleted. */
export interface ResourceSpec<V> {
  /** `User` gives the commands `CreateUser` … and the events `UserCreated`, `UserChanged`, `UserDeleted`. */
  readonly name: string;
  readonly category: string;
  readonly absent: RejectionCode;
  readonly exists: RejectionCode;
  /** Members that hold text or data about people. */
  readonly personal: readonly (keyof V & string)[];
}

export type ResourceEvent<N extends string, V> =
  | Event<`${N}Created`, V>
  | Event<`${N}Changed`, Patch<V>>
  | Event<`${N}Deleted`, Record<string, never>>;

/** Decider, commands, events and fold of a resource, from one declaration. */
export function resource<const N extends string, V extends object>(spec: ResourceSpec<V> & { readonly name: N }) {
  const { name, category, personal } = spec;
  type E = ResourceEvent<N, V>;
  const created = `${name}Created` as const;
  const changed = `${name}Changed` as const;
  const deleted = `${name}Deleted` as const;

  class Create extends command(`Create${name}`)<Creation<V>> {}
  class Replace extends command(`Replace${name}`)<Replacement<V>> {}
  class Alter extends command(`Change${name}`)<Change<V>> {}
  class Remove extends command(`Delete${name}`)<Removal> {}

  const evolve = (
    before: ResourceRecord<V> | undefined,
    { type, data, meta }: Recorded<E>,
  ): ResourceRecord<V> | undefined => {
    if (type === deleted) return undefined;
    const { id, tenantId } = parseStreamName(meta.stream);
    const dates = { updatedAt: meta.at, revision: meta.version };
    if (type === created) return { id, tenantId, createdAt: meta.at, ...dates, value: data as V };
    return before && { ...before, ...dates, value: patched(before.value, data as Patch<V>) };
  };

  const change = (record: ResourceRecord<V>, wanted: Patch<V>): readonly E[] => {
    const patch = difference(record.value, wanted);
    return Object.keys(patch).length === 0 ? [] : [{ type: changed, data: patch } as unknown as E];
  };

  const decider: Decider<ResourceCommand<V>, ResourceState<V>, E> = {
    category,
    initial: {},
    decide(asked, { record }) {
      const creation = [{ type: created, data: (asked.data as Creation<V>).value } as unknown as E];
      if (asked instanceof Create) return record ? reject(spec.exists) : creation;
      const { ifMatch } = asked.data as Guarded;
      if (!meets(ifMatch, record?.revision)) return reject('errors.precondition.failed');
      if (asked instanceof Replace)
        return record ? change(record, replacing(record.value, asked.data.value)) : creation;
      if (!record) return reject(spec.absent);
      if (asked instanceof Alter) return change(record, asked.data.patch);
      return [{ type: deleted, data: {} } as unknown as E];
    },
    evolve(state, event) {
      const record = evolve(state.record, event);
      return record ? { record } : { gone: true };
    },
  };

  const projection = (collection: Collection<ResourceRecord<V>>): Projection<ResourceRecord<V>, E> => ({
    ...collection,
    events: [created, changed, deleted],
    key: ({ meta }) => parseStreamName(meta.stream).id,
    evolve,
  });

  const eventTypes = {
    [created]: { version: 1, personal },
    [changed]: { version: 1, personal },
    [deleted]: { version: 1, personal: [] },
  } as unknown as EventTypes<E>;
  const commands = [Create, Replace, Alter, Remove] as const;
  return { ...spec, decider, projection, eventTypes, commands, Create, Replace, Change: Alter, Remove };
}

function patched<V extends object>(value: V, patch: Patch<V>): V {
  const next: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  for (const [key, each] of Object.entries(patch)) {
    if (each === null) delete next[key];
    else next[key] = each;
  }
  return next as V;
}

/** Of what is wanted, only what differs from what is. */
function difference<V extends object>(value: V, wanted: Patch<V>): Patch<V> {
  const is = value as Record<string, unknown>;
  const differs = ([key, each]: readonly [string, unknown]) =>
    each === undefined ? false : each === null ? is[key] !== undefined : !equal(is[key], each);
  return Object.fromEntries(Object.entries(wanted).filter(differs)) as Patch<V>;
}

/** A replacement as a patch: what it does not name goes. */
function replacing<V extends object>(value: V, next: V): Patch<V> {
  const gone = Object.fromEntries(Object.keys(value).map((key) => [key, null]));
  return { ...gone, ...next } as Patch<V>;
}
