import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { leafHash } from '../../../src/engine/evidence/hashes.js';
import { TreeFollower, type TreeHead } from '../../../src/engine/evidence/tree-follower.js';
import { TREES, TreeStore } from '../../../src/engine/evidence/tree-store.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { uuid7 } from '../../../src/kernel/ids.js';
import { NO_TENANT, parseStreamName, streamName } from '../../../src/kernel/stream.js';
import type { Stored } from '../../../src/ports/stores/event-store.js';
import { rootOf } from './merkle-verifier.js';

const [ACME, OTHER] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const EVERY_MS = 40;

let store: SqliteEventStore;
let log: EventLog;
let operations: SqliteOperationalStore;
let sealed: [tenantId: string, head: TreeHead][];
let failures: unknown[];
const running: TreeFollower[] = [];
let count = 0;

const nextId = () => uuid7(1_700_000_000_000 + ++count, crypto.getRandomValues(new Uint8Array(10)));

beforeEach(() => {
  store = new SqliteEventStore(':memory:');
  log = new EventLog(store, codecFor({ types: { Done: 1 }, upcasters: {} }));
  operations = new SqliteOperationalStore(':memory:');
  sealed = [];
  failures = [];
});
afterEach(async () => {
  for (const follower of running.splice(0)) follower.close();
  expect(failures).toEqual([]);
  await store.close();
});

async function append(tenantId: string, id: string, events = 1, body = '{"v":1,"at":"2030-01-01","data":{}}') {
  const stream = streamName('thing', tenantId, id);
  const version = (await store.read(stream, { limit: 1, backwards: true }))[0]?.version ?? 0;
  const made = Array.from({ length: events }, () => ({ id: nextId(), type: 'Done', body }));
  return store.append(stream, version, made);
}

const checkpointStream = (tenantId: string) => streamName('checkpoint', tenantId, tenantId);

/** Appends a checkpoint as an event whose body is its size. */
async function seal(tenantId: string, head: TreeHead) {
  sealed.push([tenantId, head]);
  const stream = checkpointStream(tenantId);
  const version = (await store.read(stream, { limit: 1, backwards: true }))[0]?.version ?? 0;
  await store.append(stream, version, [{ id: nextId(), type: 'Sealed', body: String(head.size) }]);
}

function follow(seals: typeof seal = seal) {
  const follower = new TreeFollower(
    { log, store, operations, failed: (_, error) => failures.push(error) },
    {
      everyMs: EVERY_MS,
      sealedBy: ({ stream, body }) => (stream.startsWith('checkpoint-') ? Number(body) : undefined),
      isSealed: async (tenantId) => (await store.read(checkpointStream(tenantId), { limit: 1 })).length > 0,
      seal: seals,
    },
  );
  running.push(follower);
  follower.start();
  return follower;
}

async function eventsOf(tenantId: string): Promise<readonly Stored[]> {
  const events: Stored[] = [];
  for (let after = 0; ; ) {
    const page = await store.readAll(after, 500);
    events.push(...page.filter(({ stream }) => parseStreamName(stream).tenantId === tenantId));
    if (page.length === 0) return events;
    after = page.at(-1)?.position ?? 0;
  }
}

/** The follower has noted how far it is. */
const isFollowed = async () =>
  (await operations.get({ tenantId: NO_TENANT, kind: 'process', id: TREES })) !== undefined;

const lastSize = () => sealed.findLast(([tenantId]) => tenantId === ACME)?.[1].size;

/** The heads sealed last are those of the RFC, from the log read anew. */
async function expectHeads(tenantId: string) {
  const leaves = (await eventsOf(tenantId)).map(leafHash);
  const heads = sealed.filter(([tenant]) => tenant === tenantId);
  for (const [, { size, root }] of heads) expect(root).toEqual(rootOf(leaves.slice(0, size)));
  return heads.map(([, { size }]) => size);
}

describe('trees that follow the log', () => {
  test('are sealed for each tenant that has new events, and for no other', async () => {
    await append(ACME, 'a', 3);
    await append(OTHER, 'a', 2);
    follow();
    await expect.poll(() => sealed.length).toBe(2);
    await append(ACME, 'b', 300);
    await expect.poll(() => sealed.length).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 4 * EVERY_MS));
    expect(await expectHeads(ACME)).toEqual([3, 304]);
    expect(await expectHeads(OTHER)).toEqual([2]);
  });

  test('have events that this version cannot read', async () => {
    await append(ACME, 'a', 1, 'no JSON');
    await append(ACME, 'a', 1);
    follow();
    await expect.poll(() => expectHeads(ACME)).toEqual([2]);
  });

  test('go on after a restart', async () => {
    await append(ACME, 'a', 700);
    const first = follow();
    await expect.poll(lastSize).toBeGreaterThanOrEqual(700);
    first.close();
    const [, head] = sealed.at(-1) ?? [];
    await append(ACME, 'a', 10);
    follow();
    await expect.poll(lastSize).toBeGreaterThanOrEqual(711);
    await expectHeads(ACME);
    const tree = await new TreeStore(operations).read(ACME);
    const all = await eventsOf(ACME);
    for (const index of [0, 255, 256, 511, 512, 699]) {
      expect(await tree.indexOf(all[index]?.id ?? '')).toBe(index);
    }
    expect(await tree.indexOf(nextId())).toBeUndefined();
    expect(await tree.proofs.root(head?.size ?? 0)).toEqual(head?.root);
  });

  test('are built again where the operational store is lost', async () => {
    await append(ACME, 'a', 300);
    const first = follow();
    await expect.poll(lastSize).toBe(300);
    first.close();
    operations = new SqliteOperationalStore(':memory:');
    await append(ACME, 'a', 1);
    follow();
    await expect.poll(() => expectHeads(ACME)).toEqual([300, 302]);
  });

  test('are built again where the tree alone is lost', async () => {
    await append(ACME, 'a', 300);
    await append(OTHER, 'a', 3);
    const first = follow();
    await expect.poll(() => sealed.length).toBe(2);
    await expect.poll(isFollowed).toBe(true);
    first.close();
    await operations.remove({ tenantId: ACME, kind: 'log-tree', id: 'tree' });
    await append(ACME, 'a', 1);
    follow();
    await expect.poll(() => expectHeads(ACME)).toEqual([300, 302]);
  });

  test('are built again from a log that was put back', async () => {
    await append(ACME, 'a', 300);
    const first = follow();
    await expect.poll(isFollowed).toBe(true);
    first.close();
    const events = (await eventsOf(ACME)).slice(0, 200);
    await store.close();
    store = new SqliteEventStore(':memory:');
    log = new EventLog(store, codecFor({ types: { Done: 1 }, upcasters: {} }));
    await store.append(events[0]?.stream ?? '', 0, events);
    sealed = [];
    follow();
    await expect.poll(() => log.progress.size).toBe(1);
    await append(ACME, 'b', 1);
    await expect.poll(() => expectHeads(ACME)).toEqual([201]);
  });

  test('of two processes at once are one', async () => {
    await append(ACME, 'a', 5);
    follow();
    follow();
    for (let n = 0; n < 20; n++) {
      await append(ACME, 'a', 40);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await expect.poll(async () => (await new TreeStore(operations).read(ACME)).size).toBeGreaterThan(800);
    await expectHeads(ACME);
    failures = [];
  });

  test('are sealed later where sealing fails', async () => {
    let isDown = true;
    await append(ACME, 'a', 5);
    follow(async (tenantId, head) => {
      if (isDown) throw new Error('down');
      await seal(tenantId, head);
    });
    await expect.poll(() => failures.length).toBeGreaterThan(1);
    isDown = false;
    await expect.poll(() => expectHeads(ACME)).toEqual([5]);
    failures = [];
  });

  test('that were not sealed before the end are sealed after a restart', async () => {
    await append(ACME, 'a', 5);
    await append(OTHER, 'a', 5);
    const isClosed = Promise.withResolvers<void>();
    const first = follow(async (...head) => {
      first.close();
      await seal(...head);
      isClosed.resolve();
    });
    await isClosed.promise;
    await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS));
    expect([sealed.length, await isFollowed()]).toEqual([1, false]);
    follow();
    await expect.poll(() => new Set(sealed.map(([tenantId]) => tenantId)).size).toBe(2);
    await expectHeads(ACME);
    await expectHeads(OTHER);
  });
});
