import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { user } from '../../../src/modules/user/domain/user.resource.js';
import { given, TENANT } from '../../support/given.js';

const users = given(user.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value = { email: 'Ben@acme.example', role: 'USER', passwordHash: 'h' } as const;
const created = { type: 'UserCreated', data: value } as const;
const deleted = { type: 'UserDeleted', data: {} } as const;

describe('a user', () => {
  test('is created once, the e-mail as it was given', () => {
    users()
      .when(new user.Create('ben', { value }, meta))
      .gives(created);
    users(created)
      .when(new user.Create('ben', { value }, meta))
      .rejected('errors.user.exists');
  });
  test('is deleted once', () => {
    users(created)
      .when(new user.Remove('ben', {}, meta))
      .gives(deleted);
    users(created, deleted)
      .when(new user.Remove('ben', {}, meta))
      .rejected('errors.user.not_found');
  });
  test('is deleted by a process too, whose commands are of no class', () =>
    users(created).when({ type: 'DeleteUser', target: 'ben', data: {}, meta }).gives(deleted));
  test('another password is a change', () =>
    users(created)
      .when(new user.Change('ben', { patch: { passwordHash: 'other' } }, meta))
      .gives({ type: 'UserChanged', data: { passwordHash: 'other' } }));
});
