import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Frame, type FramesOptions, frames } from '../../sdk/src/socket.js';
import { Tidings } from '../../sdk/src/tidings.js';
import { client, createConversation } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings } from '../support/api.js';
import type { TcpProxy } from '../support/servers/tcp-proxy.js';
import { until } from '../support/until.js';
import { type BehindProxy, startBehindProxy, textOf } from './behind-proxy.js';

let behind: BehindProxy;
let tenant: Tenant;
let proxy: TcpProxy;
let owner: Tidings;
beforeAll(async () => {
  behind = await startBehindProxy('sdk-socket');
  ({ tenant, proxy, owner } = behind);
});
afterAll(() => behind.close());

/** Starts to listen to a conversation and hands over the texts of its frames one by one. */
async function listener(tidings: Tidings, id: string, options: FramesOptions = {}) {
  const all = frames(tidings, io, `conversations/${id}`, { after: 'p0', ...options });
  return { next: async () => textOf((await all.next()).value as Frame), stop: () => all.return() };
}

test('a connection that is cut goes on where it was, and nothing is lost or repeated', async () => {
  const { id } = await tenant.conversationWithClient('cut');
  const { next, stop } = await listener(owner, id);
  expect([await next(), await next()]).toEqual(['NEW_CONVERSATION', 'PARTICIPANT_CREATED']);
  await tenant.post(id, 'one');
  expect(await next()).toBe('one');
  proxy.cut();
  await tenant.post(id, 'two');
  await tenant.post(id, 'three');
  proxy.resume();
  expect([await next(), await next()]).toEqual(['two', 'three']);
  await tenant.post(id, 'four');
  expect(await next()).toBe('four');
  await stop();
});

test('a loop that is too slow is disconnected and resumes', async () => {
  const { id } = await tenant.conversationWithClient('slow');
  const texts = ['one', 'two', 'three', 'four', 'five'];
  for (const text of texts) await tenant.post(id, text);
  const { next, stop } = await listener(owner, id, { buffer: 2 });
  const found: unknown[] = [];
  while (found.length < 7) found.push(await next());
  expect(found.slice(2)).toEqual(texts);
  await stop();
});

test('a token that expires is replaced, on the same connection or on the next one', async () => {
  const brief = await startTidings({ ACCESS_TOKEN_SECONDS: '5' });
  const { apiKey, signIn } = await createTenant(brief, 'sdk-brief');
  const machine = await apiKey();
  const { messages } = await createConversation(machine, 'expiry', { participants: [client()] });
  let asked = 0;
  const credential = async () => {
    asked++;
    return (await signIn()).token;
  };
  const { next, stop } = await listener(new Tidings({ url: brief.url, credential }), 'expiry');
  expect([await next(), await next()]).toEqual(['NEW_CONVERSATION', 'PARTICIPANT_CREATED']);
  await until(() => asked > 1);
  await machine.mustCall('POST', messages, { kind: 'TEXT', text: 'after', participant_id: 'client' });
  expect(await next()).toBe('after');
  await stop();
  await brief.close();
}, 60_000);

test('a refused credential or address ends the loop', async () => {
  const stranger = new Tidings({ ...owner.options, credential: 'nobody' });
  const wrong = await listener(stranger, 'cut');
  await expect(wrong.next()).rejects.toMatchObject({ code: 'errors.unauthenticated' });
  const missing = await listener(owner, 'missing');
  await expect(missing.next()).rejects.toMatchObject({ code: 'errors.conversation.not_found' });
  const off = await listener(owner, 'cut', { signal: AbortSignal.abort(new Error('called off')) });
  await expect(off.next()).rejects.toThrow('called off');
});
