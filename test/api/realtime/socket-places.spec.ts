import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { SocketPlaces } from '../../../src/realtime/gateway/socket-places.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;
beforeAll(async () => {
  const places = provide(SocketPlaces, [], () => new SocketPlaces({ anonymous: 2, perTenant: 2, total: 3 }));
  tidings = await startTidings({}, undefined, undefined, [places]);
  [acme, other] = [await createTenant(tidings, 'acme'), await createTenant(tidings, 'other')];
});
afterAll(() => tidings.close());

const stranger = async () => {
  const { host } = new URL(tidings.url);
  const socket = new WebSocket(`ws://${host}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'open');
  return socket;
};
const polls = (query = '') => fetch(`${tidings.url}/socket.io/?EIO=4&transport=polling${query}`);
const sidOf = (text: string) => JSON.parse(text.slice(1)).sid as string;

test('a tenant has its share of the sockets, and one that it closes is free again', async () => {
  const [first, second] = [await listenerOf(acme.owner), await listenerOf(acme.owner)];
  const auth = { token: acme.owner.token };
  expect(await refusal(tidings.url, { auth })).toMatchObject({ code: 'errors.rate_limited' });
  const foreign = await listenerOf(other.owner);
  expect(await foreign.subscribe('conversations')).toMatchObject({ ok: true });
  expect(await second.subscribe('conversations')).toMatchObject({ ok: true });
  first.close();
  await expect.poll(() => listenerOf(acme.owner).then((listener) => listener.close(), String)).toBe(undefined);
  for (const each of [second, foreign]) each.close();
});

test('sockets without credentials end the oldest of them, and none that signed in', async () => {
  const known = await listenerOf(acme.owner);
  const oldest = await stranger();
  const ended = once(oldest, 'close');
  const polling = sidOf(await (await polls()).text());
  const others = [await stranger(), await stranger()];
  await ended;
  expect((await polls(`&sid=${polling}`)).status).toBe(400);
  expect(others.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  expect(await known.ask('PING')).toMatchObject({ ok: true });
  known.close();
  for (const each of others) each.close();
});
