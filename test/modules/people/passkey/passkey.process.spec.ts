import { expect, test } from 'vitest';
import { streamName } from '../../../../src/kernel/stream.js';
import { passkeyProcess } from '../../../../src/modules/people/passkey/domain/passkey.process.js';
import { metaOf, TENANT } from '../../../support/given/given.js';

const meta = metaOf(streamName('user', TENANT, 'anna'), 2);
const changed = (data: object) => passkeyProcess.react({ type: 'UserChanged', data, meta });

test('the passkeys of a deleted user are removed', () =>
  expect(passkeyProcess.react({ type: 'UserDeleted', data: {}, meta })).toEqual([
    { command: { type: 'RemovePasskeys', target: 'anna', data: {} } },
  ]));

test('the passkeys from before a new password are removed', () =>
  expect(changed({ passwordHash: 'a hash' })).toEqual([
    { command: { type: 'RemovePasskeys', target: 'anna', data: { before: 2 } } },
  ]));

test('no other change removes passkeys', () => {
  for (const data of [{ role: 'OWNER', signInEpoch: 'x' }, { email: 'x@acme.example' }, { firstname: null }])
    expect(changed(data)).toEqual([]);
});
