import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frames } from '../../sdk/src/socket.js';
import { type ConversationStore, TidingsStore } from '../../sdk/src/store.js';
import { Tidings } from '../../sdk/src/tidings.js';
import { allMessages } from '../fixtures/conversations.js';
import { type BehindProxy, startBehindProxy } from '../sdk/behind-proxy.js';
import { type Random, randomFrom } from '../support/random.js';

/** `npm run test:cuts` plays 200. The same seed cuts at the same pauses. */
const { CUTS = '6', CUTS_SEED } = process.env;
const cuts = Number(CUTS);
const seed = CUTS_SEED === undefined ? Date.now() % 1_000_000_000 : Number(CUTS_SEED);
const ID = 'cut';
/** 50 messages a second, of which the store sends some over the connections that are cut. */
const PAUSE_MS = 20;
const OWN_EACH = 10;
/** A machine that is slower than that gets fewer. */
const MOST_RUNNING = 100;
const LONGEST_MS = 400;
const TOLD = { timeout: 10_000, interval: 2 };

let behind: BehindProxy;
beforeAll(async () => {
  behind = await startBehindProxy('cuts', { RATE_LIMITS: 'off' });
  await behind.tenant.conversationWithClient(ID);
});
afterAll(() => behind.close());

/** All frames of the conversation, and each status that was told. */
function follow() {
  const states: string[] = [];
  const sequences: number[] = [];
  const others: string[] = [];
  const stop = new AbortController();
  const onStatus = ({ state }: { readonly state: string }) => void states.push(state);
  const all = frames(behind.owner, io, `conversations/${ID}`, { after: 'p0', onStatus, signal: stop.signal });
  const done = (async () => {
    for await (const frame of all) {
      if (frame.type === 'NEW_MESSAGE') sequences.push(frame.message.sequence ?? Number.NaN);
      else if (frame.type === 'GAP') others.push(frame.type);
    }
  })().catch(() => undefined);
  const end = () => {
    stop.abort();
    return done;
  };
  return { states, sequences, others, end };
}

/** What the store showed that it must not: a gap, a message twice or out of order, a newest one that goes back. */
function watch(store: ConversationStore) {
  const states: string[] = [];
  const wrong: string[] = [];
  let newest = 0;
  store.subscribe(() => {
    const { messages, connection, newest: now } = store.snapshot;
    if (states.at(-1) !== connection) states.push(connection);
    for (const [at, { sequence }] of messages.entries()) {
      const before = messages[at - 1]?.sequence;
      if (before !== undefined && sequence !== before + 1) wrong.push(`${sequence} after ${before}`);
    }
    if (now < newest) wrong.push(`the newest is ${now} after ${newest}`);
    newest = now;
  });
  return { states, wrong };
}

/** Posts until it is stopped. Every tenth message is sent by the store. */
function flow(store: ConversationStore) {
  const { tenant } = behind;
  const running: Promise<unknown>[] = [];
  const own: string[] = [];
  let isOver = false;
  const done = (async () => {
    const begun = performance.now();
    for (let n = 0; !isOver; n++) {
      const early = n * PAUSE_MS - (performance.now() - begun);
      if (early > 0) await sleep(early);
      if (n % OWN_EACH === 0) {
        own.push(`own ${n}`);
        store.send({ kind: 'TEXT', text: `own ${n}` });
      } else running.push(tenant.post(ID, `other ${n}`));
      if (running.length >= MOST_RUNNING) await Promise.all(running.splice(0));
    }
    await Promise.all(running);
  })();
  const end = () => {
    isOver = true;
    return done;
  };
  return { own, end };
}

/** One cut: the line is lost, or hears nothing for a while first. Both readers are told, unless they were not live yet. */
async function cutOnce(random: Random, readers: readonly { readonly states: readonly string[] }[]): Promise<void> {
  const { proxy } = behind;
  if (random.chance(0.3)) {
    proxy.stall();
    await sleep(random.between(0, LONGEST_MS));
  }
  proxy.cut();
  await expect.poll(() => readers.every(({ states }) => states.at(-1) !== 'live'), TOLD).toBe(true);
  await sleep(random.between(0, LONGEST_MS));
  proxy.resume();
  if (random.chance(0.7))
    await expect.poll(() => readers.every(({ states }) => states.at(-1) === 'live'), TOLD).toBe(true);
  await sleep(random.between(0, LONGEST_MS));
}

/** What a reader must be told: it connects, and then loses and finds the connection in turn. */
const inTurn = (states: readonly string[]) =>
  ['connecting', 'live'].concat(
    states.slice(2, states.at(-1) === 'ended' ? -1 : undefined).map((_, n) => (n % 2 === 0 ? 'stale' : 'live')),
  );

test(`a connection that is cut ${cuts} times at random misses nothing, doubles nothing and tells every status`, {
  timeout: 30_000 + cuts * 6_000,
}, async () => {
  const { owner, tenant } = behind;
  const { id: userId, token } = tenant.owner;
  const user = new Tidings({ url: owner.options.url, credential: token });
  const { store, release } = new TidingsStore({ tidings: user, connect: io, reader: { userId } }).conversation(ID);
  const [shown, heard] = [watch(store), follow()];
  await store.start();
  await expect.poll(() => [store.snapshot.connection, heard.states.at(-1)]).toEqual(['live', 'live']);

  const random = randomFrom(seed);
  const begun = performance.now();
  const flowing = flow(store);
  for (let n = 0; n < cuts; n++) await cutOnce(random, [shown, heard]);
  await flowing.end();
  await expect.poll(() => store.snapshot.pending, { timeout: 30_000 }).toEqual([]);

  const kept = await allMessages(tenant.owner, ID);
  const perSecond = Math.round((kept.length * 1_000) / (performance.now() - begun));
  const told = `seed ${seed}: ${cuts} cuts, ${kept.length} messages, ${perSecond} a second, ${heard.states.length} statuses`;
  console.info(told);
  await expect.poll(() => heard.sequences.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(kept.length);
  await heard.end();
  expect(heard.sequences, told).toEqual(kept.map((_, n) => n + 1));
  expect(heard.others, told).toEqual([]);
  expect(
    kept.map(({ text }) => text).filter((text) => text.startsWith('own')),
    told,
  ).toEqual(flowing.own);
  await expect.poll(() => store.snapshot.messages.at(-1)?.sequence, { timeout: 15_000 }).toBe(kept.length);
  expect(store.snapshot.messages.map(({ id }) => id)).toEqual(
    kept.slice(-store.snapshot.messages.length).map(({ id }) => id),
  );
  expect(shown.wrong, told).toEqual([]);
  for (const { states } of [shown, heard]) {
    const seen = states.filter((state) => state !== 'ended');
    expect(seen.slice(seen.indexOf('connecting')), told).toEqual(inTurn(seen));
    expect(seen.filter((state) => state === 'stale').length, told).toBeGreaterThan(cuts / 3);
  }
  release();
});
