import { describe, expect, test } from 'vitest';
import { streamName } from '../../../../src/kernel/stream.js';
import { ownerProcess } from '../../../../src/modules/people/user/domain/owner.process.js';
import { metaOf, TENANT } from '../../../support/given/given.js';

const meta = metaOf(streamName('user', TENANT, 'anna'), 1);
const created = (role: 'OWNER' | 'USER') =>
  ({ type: 'UserCreated', data: { email: 'anna@acme.example', role }, meta }) as const;

describe('what a crash left undone between a user and the list of owners', () => {
  test('a new owner is counted', () =>
    expect(ownerProcess.react(created('OWNER'))).toEqual([
      { command: { type: 'AddOwner', target: 'all', data: { userId: 'anna', revision: 1 } } },
    ]));
  test('a user who became an owner is counted as of that change', () => {
    const changed = { type: 'UserChanged', data: { role: 'OWNER' }, meta: { ...meta, version: 5 } } as const;
    expect(ownerProcess.react(changed)).toEqual([
      { command: { type: 'AddOwner', target: 'all', data: { userId: 'anna', revision: 5 } } },
    ]);
  });
  test('a user whose name changed, or who is an owner no longer, is not', () => {
    for (const data of [{ firstname: 'Anna' }, { role: 'USER' as const }])
      expect(ownerProcess.react({ type: 'UserChanged', data, meta })).toEqual([]);
  });
  test('an owner who was demoted gets the role, unless they changed since', () =>
    expect(ownerProcess.react({ type: 'OwnerDemoted', data: { userId: 'anna', revision: 4 }, meta })).toEqual([
      {
        command: {
          type: 'ChangeUser',
          target: 'anna',
          data: { patch: { role: 'USER', signInEpoch: meta.id }, ifMatch: [4] },
        },
      },
    ]));
  test('a new user is not', () => expect(ownerProcess.react(created('USER'))).toEqual([]));
  test('the preferences of a deleted user go too', () =>
    expect(ownerProcess.react({ type: 'UserDeleted', data: {}, meta })).toEqual([
      { command: { type: 'DeleteUserPreference', target: 'anna', data: {} } },
    ]));
  test('an owner who was let go is deleted', () =>
    expect(ownerProcess.react({ type: 'OwnerRemoved', data: { userId: 'anna' }, meta })).toEqual([
      { command: { type: 'DeleteUser', target: 'anna', data: {} } },
    ]));
  test('an owner who was counted calls for nothing', () =>
    expect(ownerProcess.react({ type: 'OwnerAdded', data: { userId: 'anna' }, meta })).toEqual([]));
});
