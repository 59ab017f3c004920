import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { type Heard, type Listener, listenAs } from '../realtime/listener.js';
import { startTidings, type Tidings } from '../support/api.js';

const FLOWING_MS = 12_000;
const LISTENERS = 6;
const CONVERSATIONS = ['a', 'b', 'c'];
/** 50 posts a second, and a label, a description or a read mark now and then. */
const PAUSE_MS = 20;

let tidings: Tidings;
let acme: Tenant;
let token: string;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  token = (await acme.apiKey()).token;
  await Promise.all(CONVERSATIONS.map((id) => acme.conversationWithClient(id)));
});
afterAll(() => tidings.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The line is torn, as by a network that goes away; nobody says goodbye. */
function tear({ socket }: Listener): void {
  const { transport } = socket.io.engine as unknown as { transport: { ws?: { terminate(): void } } };
  transport.ws?.terminate();
  socket.disconnect();
}

/** Listens to an address, is torn off at random, comes back with the last position it had. Answers what it heard in all. */
async function torn(address: string, from: string, flowing: () => boolean) {
  const heard: Heard[] = [];
  let after = from;
  let cuts = 0;
  const connect = async () => {
    const listener = await listenAs(tidings.url, token);
    await listener.subscribe(address, after);
    return listener;
  };
  const take = (listener: Listener) => {
    heard.push(...listener.heard);
    after = listener.heard.at(-1)?.position ?? after;
  };
  while (flowing()) {
    const listener = await connect();
    await pause(Math.random() * Math.random() * 200);
    tear(listener);
    take(listener);
    cuts++;
  }
  return {
    heard,
    cuts,
    finish: async (end: (frames: readonly Heard[]) => boolean) => {
      const last = await connect();
      await last.until((frames) => end([...heard, ...frames]));
      take(last);
      last.close();
      return heard;
    },
  };
}

/** What keeps happening. */
async function traffic(flowing: () => boolean): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (let i = 0; flowing(); i++) {
    const id = CONVERSATIONS[i % CONVERSATIONS.length];
    const at = `/conversations/${id}`;
    const post = { kind: 'TEXT', text: `t${i}`, participant_id: 'client' };
    running.push(acme.owner.mustCall('POST', `${at}/messages`, post));
    if (i % 7 === 0) running.push(acme.owner.mustCall('PUT', `${at}/labels`, { labels: [`n${i}`] }));
    if (i % 11 === 0) running.push(acme.owner.mustCall('PATCH', at, { description: `d${i}` }));
    await pause(PAUSE_MS);
  }
  await Promise.all(running);
}

describe('sockets that are cut at random while messages flow', () => {
  test('miss nothing and hear nothing twice', { timeout: 45_000 }, async () => {
    const steady = await listenAs(tidings.url, token);
    const { position } = await steady.subscribe('conversations');
    const until = performance.now() + FLOWING_MS;
    const flowing = () => performance.now() < until;
    const addresses = Array.from({ length: LISTENERS }, (_, i) =>
      i % 2 === 0 ? 'conversations' : `conversations/${CONVERSATIONS[i % CONVERSATIONS.length]}`,
    );
    const [listeners] = await Promise.all([
      Promise.all(addresses.map((address) => torn(address, position, flowing))),
      traffic(flowing),
    ]);
    const { headers } = await acme.owner.mustCall('PATCH', '/conversations/a', { description: 'the end' });
    await steady.reached('conversations', headers.get('tidings-position') ?? '');

    for (const [i, { cuts, finish }] of listeners.entries()) {
      const address = addresses[i] ?? '';
      const all = steady.heard.filter(
        ({ conversation_id }) => address === 'conversations' || address.endsWith(`/${conversation_id}`),
      );
      const heard = await finish((frames) => frames.some(({ id }) => id === all.at(-1)?.id));
      expect(heard.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(heard).toEqual(all);
      expect(cuts).toBeGreaterThan(20);
    }
    console.info(`${listeners.reduce((sum, { cuts }) => sum + cuts, 0)} cuts, ${steady.heard.length} frames each`);

    for (const id of CONVERSATIONS) {
      const { body } = await acme.owner.mustCall('GET', `/conversations/${id}/messages?limit=1000&order=ASC`);
      const told = steady.of('NEW_MESSAGE').filter(({ conversation_id }) => conversation_id === id);
      expect(told.map(({ message }) => message)).toEqual(body.messages);
    }
    steady.close();
  });
});
