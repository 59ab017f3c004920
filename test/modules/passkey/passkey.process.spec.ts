import { expect, test } from 'vitest';
import { streamName } from '../../../src/kernel/stream.js';
import { passkeyProcess } from '../../../src/modules/passkey/domain/passkey.process.js';
import { metaOf, TENANT } from '../../support/given.js';

test('the passkeys of a deleted user are removed', () => {
  const meta = metaOf(streamName('user', TENANT, 'anna'), 2);
  expect(passkeyProcess.react({ type: 'UserDeleted', data: {}, meta })).toEqual([
    { command: { type: 'RemovePasskeys', target: 'anna', data: {} } },
  ]);
});
