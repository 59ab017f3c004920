import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { FairRunner } from '../../../src/fairness/queue/fair-runner.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { Subscriptions } from '../../../src/realtime/subscriptions/subscriptions.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Heard, type Listener, listenerOf } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { metricIn, metricsOf } from '../../support/metrics.js';

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
async function skippedFrames(): Promise<number> {
  return metricIn(await metricsOf(tidings), 'tidings_skipped_frames_total');
}

const meta = (id: string) => ({ id, at: instant(Date.now()), actor: 'test', commandId: id, correlationId: id });

test('a frame that cannot be made is a gap, and the next ones are sent', async () => {
  const label = async (version: number) => {
    const labelled = { type: 'ConversationLabelled', data: { labels: ['x'] }, meta: meta(crypto.randomUUID()) };
    await tidings.app.get(EventLog).append(streamName('conversation', acme.tenantId, 'ghost'), version, [labelled]);
  };
  const one = await listener('conversations');
  await label(0);
  await one.next('GAP');
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
  expect(await skippedFrames()).toBe(2);
});

test('on resume a frame that cannot be made is a counted gap, and the ones behind it are sent', async () => {
  const before = (await acme.post('a', 'known')).headers.get('tidings-position') ?? '';
  const labelled = { type: 'ConversationLabelled', data: { labels: ['x'] }, meta: meta(crypto.randomUUID()) };
  await tidings.app.get(EventLog).append(streamName('conversation', acme.tenantId, 'ghost2'), 0, [labelled]);
  await acme.post('a', 'behind the gap');
  const skipped = await skippedFrames();
  const one = await listener();
  await one.subscribe('conversations', before);
  await one.until(has('behind the gap'));
  expect(shown(one.heard)).toEqual([
    ['GAP', 'conversations'],
    ['NEW_MESSAGE', undefined],
  ]);
  expect(await skippedFrames()).toBe(skipped + 1);
});

test('a resume that finds no room to wait is a gap, and live frames follow', async () => {
  const before = (await acme.post('a', 'early')).headers.get('tidings-position') ?? '';
  await acme.post('a', 'missed');
  const { resumes } = tidings.app.get(Subscriptions) as unknown as { resumes: FairRunner };
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const tenantId = acme.tenantId;
  const stuck = Array.from({ length: 5_003 }, () => resumes.run({ tenantId, priority: 'interactive' }, () => isOver));
  const one = await listener();
  const { position } = await one.subscribe('conversations/a', before);
  expect(await one.next('GAP')).toMatchObject({ address: 'conversations/a', after: before, position });
  await acme.post('a', 'live');
  await one.until(has('live'));
  expect(shown(one.heard)).toEqual([
    ['GAP', 'conversations/a'],
    ['NEW_MESSAGE', undefined],
  ]);
  end();
  await Promise.all(stuck);
});

test('resumes of ten other tenants that do not end hold up nobody', async () => {
  const before = (await acme.post('a', 'early on')).headers.get('tidings-position') ?? '';
  await acme.post('a', 'missed meanwhile');
  const { resumes } = tidings.app.get(Subscriptions) as unknown as { resumes: FairRunner };
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const others = Array.from({ length: 50 }, (_, n) => ({ tenantId: `t${n % 10}`, priority: 'interactive' }) as const);
  const stuck = others.map((work) => resumes.run(work, () => isOver));
  try {
    const one = await listener();
    await one.subscribe('conversations/a', before);
    await one.until(has('missed meanwhile'));
  } finally {
    end();
    await Promise.all(stuck);
  }
});

test('an event of a newer version is a gap to its conversation, and the next ones are sent', async () => {
  const [all, mine] = [await listener('conversations'), await listener('conversations/a')];
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const future = (id: string) => {
    const { at, actor: by, commandId: cmd, correlationId: cor } = meta(id);
    return { id, type: 'FromTheFuture', body: JSON.stringify({ v: 1, at, by, cmd, cor, data: {} }) };
  };
  const before = (await acme.post('a', 'before')).headers.get('tidings-position') ?? '';
  await Promise.all([all.until(has('before')), mine.until(has('before'))]);
  await store.append(streamName('conversation', acme.tenantId, 'other'), 0, [future(crypto.randomUUID())]);
  await store.append(streamName('weather', acme.tenantId, 'x'), 0, [future(crypto.randomUUID())]);
  await acme.post('a', 'still there');
  await Promise.all([all.until(has('still there')), mine.until(has('still there'))]);
  const withGap = [
    ['NEW_MESSAGE', undefined],
    ['GAP', 'conversations'],
    ['NEW_MESSAGE', undefined],
  ];
  expect(shown(all.heard)).toEqual(withGap);
  expect(shown(mine.heard)).toEqual([withGap[0], withGap[2]]);

  const resumed = await listener();
  const skipped = await skippedFrames();
  await resumed.subscribe('conversations', before);
  await resumed.until(has('still there'));
  expect(shown(resumed.heard)).toEqual(withGap.slice(1));
  expect(resumed.heard[0]).toMatchObject({ after: before });
  expect(await skippedFrames()).toBe(skipped + 1);
});
