import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../src/engine/log/event-log.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { EVENT_STORE, type EventStore } from '../../src/ports/event-store.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { type Heard, type Listener, listenerOf } from '../realtime/listener.js';
import { startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const open: Listener[] = [];
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
  await acme.conversationWithClient('a');
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(() => tidings.close());

async function listener(...addresses: readonly string[]): Promise<Listener> {
  const made = await listenerOf(acme.owner);
  open.push(made);
  for (const address of addresses) await made.subscribe(address);
  return made;
}

const has = (text: string) => (frames: readonly Heard[]) => frames.some(({ message }) => message?.text === text);
const shown = (frames: readonly Heard[]) => frames.map(({ type, address }) => [type, address]);
const meta = (id: string) => ({ id, at: instant(Date.now()), actor: 'test', commandId: id, correlationId: id });

test('a frame that cannot be made is a gap, and the next ones are sent', async () => {
  const label = async (version: number) => {
    const labelled = { type: 'ConversationLabelled', data: { labels: ['x'] }, meta: meta(crypto.randomUUID()) };
    await tidings.app.get(EventLog).append(streamName('conversation', acme.tenantId, 'ghost'), version, [labelled]);
  };
  const one = await listener('conversations');
  await label(0);
  await one.subscribe('conversations/ghost');
  await label(1);
  await acme.post('a', 'goes on');
  await one.until(has('goes on'));
  expect(shown(one.heard)).toEqual([
    ['GAP', 'conversations'],
    ['GAP', 'conversations'],
    ['GAP', 'conversations/ghost'],
    ['NEW_MESSAGE', undefined],
  ]);
  const metrics = await (await fetch(`${tidings.url}/metrics`)).text();
  expect(metrics).toMatch(/^tidings_skipped_frames_total 2$/m);
});

test('an event of a newer version is a gap to its conversation, and the next ones are sent', async () => {
  const [all, mine] = [await listener('conversations'), await listener('conversations/a')];
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const future = (id: string) => {
    const { at, actor: by, commandId: cmd, correlationId: cor } = meta(id);
    return { id, type: 'FromTheFuture', body: JSON.stringify({ v: 1, at, by, cmd, cor, data: {} }) };
  };
  await store.append(streamName('conversation', acme.tenantId, 'other'), 0, [future(crypto.randomUUID())]);
  await store.append(streamName('weather', acme.tenantId, 'x'), 0, [future(crypto.randomUUID())]);
  await acme.post('a', 'still there');
  await Promise.all([all.until(has('still there')), mine.until(has('still there'))]);
  expect(shown(all.heard)).toEqual([
    ['GAP', 'conversations'],
    ['NEW_MESSAGE', undefined],
  ]);
  expect(shown(mine.heard)).toEqual([['NEW_MESSAGE', undefined]]);
});
