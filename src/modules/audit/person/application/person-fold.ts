import type { PersonRecord, PersonValues } from '../../../../../projections/person-record/projection.js';
import type { Instant } from '../../../../kernel/instant.js';

type Known = { readonly [K in keyof PersonValues]?: string };

/** Values that a person had before. */
export interface FormerValues extends Known {
  readonly until: Instant;
}

/** A participant or a user, folded from their records. */
export interface Person extends Pick<PersonRecord, 'owner' | 'kind' | 'userId' | 'fromSequence'> {
  readonly values: Known;
  readonly former: readonly FormerValues[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The participant was removed, or the user was deleted. */
  readonly endedAt?: Instant;
}

/** undefined where the first record is not that of a beginning. */
export function personOf([first, ...later]: readonly PersonRecord[]): Person | undefined {
  if (first?.change !== 'begun') return undefined;
  const { owner, kind, userId, fromSequence, at } = first;
  const identity = { owner, ...(kind && { kind }), ...(userId && { userId }), fromSequence: fromSequence ?? 0 };
  const begun: Person = { ...identity, values: present(first.values), former: [], createdAt: at, updatedAt: at };
  return later.reduce(after, begun);
}

function after(person: Person, { change, at, values }: PersonRecord): Person {
  if (change === 'ended') return { ...person, endedAt: at, updatedAt: at };
  const replaced = Object.entries(person.values).filter(
    ([name, value]) => name in values && values[name as keyof PersonValues] !== value,
  );
  const former = replaced.length === 0 ? [] : [{ ...(Object.fromEntries(replaced) as Known), until: at }];
  return {
    ...person,
    values: present({ ...person.values, ...values }),
    former: [...person.former, ...former],
    updatedAt: at,
  };
}

const present = (values: PersonValues): Known =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
