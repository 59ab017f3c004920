import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KurrentEventStore } from '../../../src/adapters/eventstoredb/event-store.js';
import type { Caller } from '../../fixtures/caller.js';
import { allMessages, client, createConversation } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf } from '../../realtime/listener.js';
import { enginesFor } from '../../support/engines.js';
import { newStory, postSurely } from '../../support/posters.js';
import { type Fleet, type Member, newFleet } from '../../support/processes/fleet.js';
import { NO_SERVER, SERVER } from '../eventstoredb/eventstoredb.fixture.js';

const TAKEN_OVER_WITHIN_MS = 10_000;
const WRITERS = 200;
const POSTS = 3;

let fleet: Fleet;
/** Three that answer; of the others the one that was started first is at work. */
let apis: [Member, Member, Member];
let projectors: Member[];
let effects: Member[];
let tenant: Tenant;

const api = (n: number): Member => apis[n % apis.length] as Member;
const path = (id: string) => `/conversations/${id}/messages`;
const figures: Record<string, number | string> = {};

/** The owner, who calls the n-th of the processes that answer. */
const ownerAt = (n: number): Caller => tenant.owner.at(api(n));

const conversation = async (id: string, n = 0) =>
  (await createConversation(ownerAt(n), id, { participants: [client()] })).answer;

describe.skipIf(!SERVER)(`several processes on one log${SERVER ? '' : `: ${NO_SERVER}`}`, () => {
  beforeAll(async () => {
    fleet = newFleet();
    const [projector, effect, first] = await Promise.all([
      fleet.start(['projector']),
      fleet.start(['effects']),
      fleet.start(['api']),
    ]);
    tenant = await createTenant(first, 'acme');
    const others = (['api', 'api', 'projector', 'effects'] as const).map((role) => fleet.start([role]));
    const [second, third, projector2, effect2] = await Promise.all(others as [Promise<Member>, ...Promise<Member>[]]);
    apis = [first, second as Member, third as Member];
    [projectors, effects] = [
      [projector, projector2 as Member],
      [effect, effect2 as Member],
    ];
  }, 120_000);
  afterAll(async () => {
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    await fleet?.close();
  });

  test('what one has answered is seen through another that is sent its position', async () => {
    for (let n = 0; n < 30; n++) {
      const { headers } = await conversation(`seen-${n}`, n);
      const position = { 'tidings-position': headers.get('tidings-position') ?? '' };
      for (const other of [1, 2]) {
        const read = await ownerAt(n + other).call('GET', `/conversations/seen-${n}`, undefined, position);
        expect([read.status, read.body.id]).toEqual([200, `seen-${n}`]);
      }
    }
  });

  test('every frame comes once to the sockets of each, whoever was asked', async () => {
    await conversation('heard');
    const listeners = await Promise.all(apis.map((_, n) => listenerOf(ownerAt(n))));
    for (const listener of listeners) expect(await listener.subscribe('conversations')).toMatchObject({ ok: true });
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) {
      ids.push((await ownerAt(n).mustCall('POST', path('heard'), { kind: 'TEXT', text: `${n}` })).body.id);
    }
    for (let n = 0; n < 6; n++) {
      const typing = { activity: 'IS_TYPING', source_id: `typing-${n}` };
      await ownerAt(n).mustCall('POST', '/conversations/heard/participants/client/activity', typing);
    }
    for (const listener of listeners) {
      await listener.until(() => listener.of('NEW_MESSAGE').length >= 30);
      await listener.until(() => listener.of('PARTICIPANT_WAS_TYPING').length >= 6);
    }
    await sleep(500);
    for (const listener of listeners) {
      expect(listener.of('NEW_MESSAGE').map(({ message }) => message.id)).toEqual(ids);
      expect(listener.of('PARTICIPANT_WAS_TYPING')).toHaveLength(6);
      listener.close();
    }
  });

  test('who is deleted through one is refused by all, and off their sockets, within five seconds', async () => {
    const user = await tenant.user('ben');
    const listeners = await Promise.all(apis.map((each) => listenerOf(user.at(each))));
    for (const each of apis) expect((await user.at(each).call('GET', '/conversations')).status).toBe(200);
    const ended = listeners.map(
      ({ socket }) => new Promise<void>((resolve) => socket.on('disconnect', () => resolve())),
    );
    const deleted = await ownerAt(0).call('DELETE', `/users/${user.id}`);
    expect(deleted.status).toBe(204);
    const since = performance.now();
    for (const each of apis) {
      const refused = async () => (await user.at(each).call('GET', '/conversations')).status;
      await expect.poll(refused, { timeout: 5_000 }).toBe(401);
    }
    figures['refused after, ms'] = Math.round(performance.now() - since);
    await Promise.all(ended);
    figures['off the sockets after, ms'] = Math.round(performance.now() - since);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  test('one key sent to all at once, and again to each, is one message', async () => {
    await conversation('keyed');
    const story = newStory();
    for (let n = 0; n < 3; n++) {
      const asked = { key: `key-${n}`, body: { kind: 'TEXT', text: `${n}` } };
      await Promise.all([0, 1, 2].map((i) => postSurely(story, () => ownerAt(i), path('keyed'), asked)));
    }
    expect(story.odd).toEqual([]);
    const messages = await allMessages(ownerAt(1), 'keyed', (await posted('keyed')).position);
    expect(
      messages
        .slice(0, -1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...story.acknowledged.values()].sort());
    expect(story.acknowledged.size).toBe(3);
  });

  test('what broke off at one that was killed is finished through another, once, within ten seconds', async () => {
    await conversation('broken-off');
    const story = newStory();
    const victim = await fleet.start(['api']);
    const keys = Array.from({ length: 64 }, (_, n) => `broken-${n}`);
    const asked = (key: string) => ({ key, body: { kind: 'TEXT', text: key } });
    const first = keys.map((key) =>
      postSurely(
        story,
        () => tenant.owner.at(victim),
        path('broken-off'),
        asked(key),
        () => !victim.isAlive,
      ),
    );
    await sleep(60);
    await victim.kill();
    await Promise.all(first);
    const since = performance.now();
    const before = story.acknowledged.size;
    await Promise.all(keys.map((key, n) => postSurely(story, () => ownerAt(n), path('broken-off'), asked(key))));
    figures['of 64 keyed posts acknowledged before the kill'] = before;
    figures['all of them through others after, ms'] = Math.round(performance.now() - since);
    expect(performance.now() - since).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    expect(story.odd).toEqual([]);
    const last = await posted('broken-off');
    const messages = (await allMessages(ownerAt(1), 'broken-off', last.position)).slice(0, -1);
    expect(new Map(messages.map(({ text, id }) => [text, id]))).toEqual(story.acknowledged);
    expect(messages).toHaveLength(64);
  }, 40_000);

  /** One more message, and the position that was answered. */
  async function posted(id: string, n = 0) {
    const { headers, body } = await ownerAt(n).mustCall('POST', path(id), { kind: 'TEXT', text: 'the end' });
    return { position: headers.get('tidings-position') ?? '', id: body.id as string };
  }

  test(`${WRITERS} writers at each of three fill one conversation without gap, as the log has it`, async () => {
    await conversation('busy');
    const story = newStory();
    const since = performance.now();
    const write = async (writer: number) => {
      for (let n = 0; n < POSTS; n++) {
        const text = `${writer}/${n}`;
        const asked = { key: text, body: { kind: 'TEXT', text } };
        await postSurely(story, () => ownerAt(writer), path('busy'), asked);
      }
    };
    await Promise.all(Array.from({ length: 3 * WRITERS }, (_, writer) => write(writer)));
    figures['posts a second into one conversation'] = Math.round((3e3 * WRITERS * POSTS) / (performance.now() - since));
    figures['refused for conflicts'] = JSON.stringify(Object.fromEntries(story.refusals));
    expect([story.odd, story.broken]).toEqual([[], 0]);
    const last = await posted('busy', 1);
    const messages = await allMessages(ownerAt(2), 'busy', last.position);
    const total = 3 * WRITERS * POSTS + 1;
    expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([...story.acknowledged.values(), last.id]));
    for (const { text, id } of messages.slice(0, -1)) expect(story.acknowledged.get(text)).toBe(id);
    expect(await loggedIn('busy')).toEqual(messages.map(({ id }) => id));
  }, 60_000);

  async function loggedIn(id: string): Promise<readonly string[]> {
    const url = enginesFor(fleet.dataDir).EVENT_STORE_URL ?? '';
    const log = new KurrentEventStore(url, { allowVolatile: true });
    const stored = await log.read(`messageLog-${tenant.tenantId}_${id}`, { limit: 100_000 });
    await log.close();
    return stored.map(({ body }) => JSON.parse(body).data.messageId);
  }

  /** How long from now until the read models have what is posted now, and the deployment is ready. */
  async function projectedAgain(what: string): Promise<void> {
    const since = performance.now();
    const { position } = await posted('heard', 1);
    const read = async () =>
      (await ownerAt(2).call('GET', '/conversations', undefined, { 'tidings-position': position })).status;
    await expect.poll(read, { timeout: 20_000, interval: 50 }).toBe(200);
    figures[`${what}, ms`] = Math.round(performance.now() - since);
    expect(performance.now() - since).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    const ready = async () => (await api(0).call('GET', '//health/ready')).status;
    await expect.poll(ready, { timeout: TAKEN_OVER_WITHIN_MS }).toBe(200);
  }

  test('a projector that is killed is replaced within ten seconds', async () => {
    await projectors[0]?.kill();
    await projectedAgain('projector taken over after');
  }, 30_000);

  test.each([
    ['under another name', 'another'],
    ['again under its name', 'another'],
  ])('of the only projector one started %s takes over within ten seconds', { timeout: 30_000 }, async (how, name) => {
    await Promise.all(projectors.map((projector) => projector.kill()));
    const starting = fleet.start(['projector'], { PROCESS_NAME: name });
    await projectedAgain(`projector started ${how}`);
    projectors = [await starting];
  });

  test('who has effects is replaced within ten seconds: a lock that ends meanwhile is ended', async () => {
    await conversation('locked');
    const listener = await listenerOf(ownerAt(1));
    await listener.subscribe('conversations');
    const lock_expires_at = new Date(Date.now() + 1_500).toISOString();
    await ownerAt(0).mustCall('POST', '/conversations/locked/lock', { lock_expires_at });
    await sleep(500);
    await effects[0]?.kill();
    const since = performance.now();
    await listener.until(() => listener.of('CONVERSATION_UPDATED').length >= 2, 20_000);
    figures['effects taken over after, ms'] = Math.round(performance.now() - since);
    expect(performance.now() - since).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    listener.close();
  }, 30_000);
});
