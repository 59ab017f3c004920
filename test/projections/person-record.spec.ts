import { describe, expect, test } from 'vitest';
import { type PersonRecord, personRecords } from '../../projections/person-record/projection.js';
import { folded, happened } from '../support/given/folded.js';

const joined = (more: object = {}) =>
  happened('conversation', 'c', 'ParticipantJoined', {
    ...{ participantId: 'p', kind: 'CLIENT', displayName: 'Cleo', email: 'Cleo@Example.com', fromSequence: 3 },
    ...more,
  });
const created = happened('user', 'u', 'UserCreated', { email: 'u@acme.example', role: 'USER', passwordHash: 'secret' });

describe('records of persons', () => {
  test('are one document an event, of participants and of users', () => {
    const moved = { participantId: 'p', email: null, phoneNumber: '+4930123456' };
    const docs = folded(
      personRecords,
      joined(),
      happened('conversation', 'c', 'ParticipantChanged', moved, 2),
      happened('conversation', 'c', 'ParticipantLeft', { participantId: 'p' }, 3),
      created,
    );
    expect([...docs.keys()]).toEqual(['c.p.000000000001', 'c.p.000000000002', 'c.p.000000000003', '.u.000000000001']);
    const [begun, changed, ended, user] = [...docs.values()] as PersonRecord[];
    expect(begun).toMatchObject({ owner: 'c.p', change: 'begun', kind: 'CLIENT', fromSequence: 3 });
    expect(changed).toMatchObject({ change: 'changed', values: { email: null, phoneNumber: '+4930123456' } });
    expect(ended).toMatchObject({ change: 'ended', values: {} });
    expect(user?.values).toEqual({ email: 'u@acme.example', role: 'USER' });
  });
  test('are not made of changes that a person is not shown', () => {
    const docs = folded(personRecords, happened('user', 'u', 'UserChanged', { signInEpoch: 'e' }, 2));
    expect([...docs.values()]).toEqual([undefined]);
  });
  test('are found by address regardless of case, by user and by conversation', () => {
    const of = (field: string, more: object) =>
      personRecords.fields[field]?.(folded(personRecords, joined(more)).get('c.p.000000000001') as PersonRecord);
    expect(of('email', {})).toBe('cleo@example.com');
    expect(of('clientOf', {})).toBe('c');
    expect(of('clientOf', { kind: 'USER', userId: 'u' })).toBeUndefined();
    expect(of('userId', { kind: 'USER', userId: 'u' })).toBe('u');
  });
  test('have a key that stays when the event is erased', () => {
    const keyOf = (data: object) => personRecords.key(happened('user', 'u', 'UserChanged', data, 2) as never);
    expect(keyOf({})).toBe(keyOf({ email: 'u@acme.example' }));
  });
  test('keep of an erased client that there was one', () => {
    const [doc] = folded(personRecords, joined({ userId: 'u' })).values() as Iterable<PersonRecord>;
    const left = personRecords.forgets?.(doc as PersonRecord, 'p');
    expect(left).toEqual({ owner: 'c.p', change: 'begun', at: doc?.at, values: {}, kind: 'CLIENT' });
    expect(personRecords.forgets?.(doc as PersonRecord, 'other')).toBe(doc);
  });
});
