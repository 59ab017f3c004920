import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

const ROUNDS = 10;

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const ended = ({ socket }: Listener): Promise<void> =>
  new Promise((resolve) => {
    if (!socket.connected) return resolve();
    socket.on('disconnect', () => resolve());
  });

async function listening(caller: Caller, conversationId: string): Promise<Listener> {
  const listener = await listenerOf(caller);
  await listener.subscribe(`conversations/${conversationId}`);
  return listener;
}

describe('the sockets of a client that is removed', () => {
  test('end before the answer: no later frame comes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = `leaving-${round}`;
      await acme.conversation(id, { participants: [client(), client('other')] });
      const [leaving, staying] = await Promise.all([
        listening(await acme.client(id), id),
        listening(await acme.client(id, 'other'), id),
      ]);
      const off = ended(leaving);
      await acme.owner.mustCall('DELETE', `/conversations/${id}/participants/client`);
      await postMessage(acme.owner, id, { participant_id: 'other' });
      await off;
      expect(leaving.of('NEW_MESSAGE', 'CONVERSATION_UPDATED')).toEqual([]);
      expect(leaving.of('ERROR')).toMatchObject([
        { code: 'errors.unauthenticated', addresses: [`conversations/${id}`] },
      ]);
      await staying.next('NEW_MESSAGE');
      staying.close();
    }
  });

  test('end where they subscribe to nothing, and those of the same participant id elsewhere stay', async () => {
    for (const id of ['one', 'two']) await acme.conversationWithClient(id);
    const idle = await listenerOf(await acme.client('one'));
    const elsewhere = await listening(await acme.client('two'), 'two');
    const off = ended(idle);
    await acme.owner.mustCall('DELETE', '/conversations/one/participants/client');
    await off;
    await postMessage(acme.owner, 'two', { participant_id: 'client' });
    await elsewhere.next('NEW_MESSAGE');
    elsewhere.close();
  });
});
