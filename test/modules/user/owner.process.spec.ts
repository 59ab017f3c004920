import { describe, expect, test } from 'vitest';
import { streamName } from '../../../src/kernel/stream.js';
import { ownerProcess } from '../../../src/modules/user/domain/owner.process.js';
import { metaOf, TENANT } from '../../support/given.js';

const meta = metaOf(streamName('user', TENANT, 'anna'), 1);
const created = (role: 'OWNER' | 'USER') =>
  ({ type: 'UserCreated', data: { email: 'anna@acme.example', role }, meta }) as const;

describe('what a crash left undone between a user and the list of owners', () => {
  test('a new owner is counted', () =>
    expect(ownerProcess.react(created('OWNER'))).toEqual([
      { command: { type: 'AddOwner', target: 'all', data: { userId: 'anna' } } },
    ]));
  test('a new user is not', () => expect(ownerProcess.react(created('USER'))).toEqual([]));
  test('an owner who was let go is deleted', () =>
    expect(ownerProcess.react({ type: 'OwnerRemoved', data: { userId: 'anna' }, meta })).toEqual([
      { command: { type: 'DeleteUser', target: 'anna', data: {} } },
    ]));
  test('an owner who was counted calls for nothing', () =>
    expect(ownerProcess.react({ type: 'OwnerAdded', data: { userId: 'anna' }, meta })).toEqual([]));
});
