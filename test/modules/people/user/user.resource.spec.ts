import { describe, expect, test } from 'vitest';
import { ownerProcess } from '../../../../src/modules/people/user/domain/owner.process.js';
import { user } from '../../../../src/modules/people/user/domain/user.resource.js';
import { commandMeta, given, metaOf, TENANT } from '../../../support/given/given.js';

const users = given(user.decider);
const meta = commandMeta();
const value = { email: 'Ben@acme.example', role: 'USER', passwordHash: 'h' } as const;
const created = { type: 'UserCreated', data: value } as const;

describe('a user', () => {
  test('is stored under these names', () => {
    expect(user.category).toBe('user');
    expect(Object.keys(user.eventTypes)).toEqual(['UserCreated', 'UserChanged', 'UserDeleted']);
  });
  test('keeps the e-mail as it was given', () =>
    users()
      .when(new user.Create('ben', { value }, meta))
      .gives(created));
  test('that exists is not created again', () =>
    users(created)
      .when(new user.Create('ben', { value }, meta))
      .rejected('errors.user.exists'));
  test('that does not exist is not deleted', () =>
    users()
      .when(new user.Remove('ben', {}, meta))
      .rejected('errors.user.not_found'));
  test('is deleted by what the owner process sends', () => {
    const removed = { type: 'OwnerRemoved', data: { userId: 'ben' } } as const;
    const [reaction] = ownerProcess.react({ ...removed, meta: metaOf(`owners-${TENANT}_all`, 2) });
    users(created)
      .when({ ...reaction?.command, meta } as InstanceType<typeof user.Remove>)
      .gives({ type: 'UserDeleted', data: {} });
  });
});
