import { expect, test } from 'vitest';
import { users } from '../../projections/user/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('user', TENANT, 'ben');
const known = givenProjection(users);
const data = { email: 'Ben@acme.example', role: 'USER', passwordHash: 'h', lastname: 'B' } as const;
const created = { event: { type: 'UserCreated', data }, stream } as const;
const passwordSet = {
  event: { type: 'UserChanged', data: { passwordHash: 'other', signInEpoch: 'e' } },
  stream,
} as const;

test('a user is kept without a trace of the password', () => {
  const { docs } = known(created, passwordSet);
  expect(docs.get('ben')?.value).toEqual({ email: 'Ben@acme.example', role: 'USER', lastname: 'B' });
  expect(docs.get('ben')?.revision).toBe(2);
});

test('a deleted user is gone', () =>
  known(created, { event: { type: 'UserDeleted', data: {} }, stream }).absent('ben'));
