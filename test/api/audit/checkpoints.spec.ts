import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNote } from '../../../src/adapters/file-keys/notes/signed-note.js';
import { readVerifierKey } from '../../../src/adapters/file-keys/notes/verifier-key.js';
import { combine } from '../../../src/composition/combine.js';
import { engineProviders } from '../../../src/composition/engine.providers.js';
import { manifests } from '../../../src/composition/registry.js';
import { leafHash } from '../../../src/engine/evidence/hashes.js';
import { CHECKPOINT_MS } from '../../../src/engine/evidence/tree-follower.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { provide } from '../../../src/engine/provide.js';
import { NO_TENANT, parseStreamName, streamName } from '../../../src/kernel/stream.js';
import { readCheckpoint } from '../../../src/lib/notes/tree-checkpoint.js';
import { EVENT_STORE, type EventStore, type Stored } from '../../../src/ports/stores/event-store.js';
import { findings } from '../../cli/log/verifying.js';
import { isConsistent, isIncluded, rootOf } from '../../engine/evidence/merkle-verifier.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { until } from '../../support/until.js';

/** A checkpoint may be due only at the next round. */
const SOON_MS = 25_000;

/** The product waits ten seconds. */
const EVERY_MS = 2_000;

const replaced = [provide(CHECKPOINT_MS, [], () => EVERY_MS)];
let tidings: Tidings = await startTidings({ LOG_ORIGIN: 'log.example' }, undefined, undefined, replaced);
const acme = await createTenant(tidings, 'acme');
const other = await createTenant(tidings, 'other');
afterAll(() => tidings.close());

const bytes = (text: string) => Buffer.from(text, 'base64');
const unknown = '018f0000-0000-7000-8000-000000000000';

async function eventsOf(tenantId: string): Promise<readonly Stored[]> {
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const events: Stored[] = [];
  for (let after = 0; ; ) {
    const page = await store.readAll(after, 500);
    events.push(...page.filter(({ stream }) => parseStreamName(stream).tenantId === tenantId));
    if (page.length === 0) return events;
    after = page.at(-1)?.position ?? 0;
  }
}

const keys = async () => {
  const { text, headers } = await tidings.call('GET', '//.well-known/tidings-log-keys');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => readVerifierKey(line));
};

/** The latest checkpoint once it covers all but a few checkpoints behind them. */
async function latest(owner = acme.owner, tenantId = acme.tenantId) {
  const isOwn = ({ stream }: Stored) => !stream.startsWith('checkpoint-');
  const count = (await eventsOf(tenantId)).findLastIndex(isOwn) + 1;
  const size = async () => readCheckpoint((await owner.call('GET', '/audit/checkpoint')).text)?.size ?? 0;
  await until(size, (found) => found >= count, SOON_MS);
  const { text, headers } = await owner.mustCall('GET', '/audit/checkpoint');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const opened = openNote(
    text,
    (await keys()).filter((key) => key !== undefined),
  );
  const checkpoint = 'text' in opened ? readCheckpoint(opened.text) : undefined;
  if (!checkpoint) throw new Error(`no checkpoint: ${text}`);
  return checkpoint;
}

const proofOf = (id: string, query = '') => acme.owner.call('GET', `/audit/proof?event_id=${id}${query}`);

describe('before the first checkpoint', () => {
  test('there is none, and Retry-After says when', async () => {
    const fresh = await createTenant(tidings, 'fresh');
    for (const path of ['checkpoint', `proof?event_id=${unknown}`, 'consistency?from=1&to=2']) {
      const { status, body, headers } = await fresh.owner.call('GET', `/audit/${path}`);
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'errors.audit.not_sealed_yet', '10']);
    }
    const { body } = await fresh.owner.mustCall('GET', '/audit/checkpoints');
    expect(body).toMatchObject({ checkpoints: [], total_elements: 0, has_more: false });
  });
});

describe('a checkpoint', () => {
  let events: readonly Stored[];
  let checkpoint: NonNullable<ReturnType<typeof readCheckpoint>>;
  let earlier: typeof checkpoint;
  beforeAll(async () => {
    await acme.conversationWithClient('a');
    earlier = await latest();
    await acme.post('a', 'one');
    await acme.post('a', 'two');
    checkpoint = await latest();
    events = await eventsOf(acme.tenantId);
  });

  test('has the origin of the tenant and the root of its events', () => {
    expect(checkpoint.origin).toBe(`log.example/${acme.tenantId}`);
    expect(checkpoint.root).toEqual(rootOf(events.slice(0, checkpoint.size).map(leafHash)));
  });

  test('is listed with all earlier ones, oldest first, by pages', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/checkpoints');
    expect(body.checkpoints.map(({ size }: { size: number }) => size)).toContain(checkpoint.size);
    expect(body.checkpoints.at(-1)).toMatchObject({ root: checkpoint.root.toString('base64') });
    expect(body.total_elements).toBe(body.checkpoints.length);
    const first = await acme.owner.mustCall('GET', '/audit/checkpoints?limit=1');
    const second = await acme.owner.mustCall('GET', `/audit/checkpoints?limit=1&cursor=${first.body.next_cursor}`);
    const byOffset = await acme.owner.mustCall('GET', '/audit/checkpoints?limit=1&offset=1');
    expect([...first.body.checkpoints, ...second.body.checkpoints]).toEqual(body.checkpoints.slice(0, 2));
    expect(byOffset.body.checkpoints).toEqual(second.body.checkpoints);
  });

  test('proves each event it covers', async () => {
    for (const [index, event] of events.slice(0, checkpoint.size).entries()) {
      const { body } = await proofOf(event.id, `&size=${checkpoint.size}`);
      expect(body).toMatchObject({ index, size: checkpoint.size, leaf: leafHash(event).toString('base64') });
      const hashes = body.hashes.map(bytes);
      expect(isIncluded(bytes(body.leaf), index, body.size, hashes, checkpoint.root)).toBe(true);
      expect(isIncluded(leafHash({ ...event, version: 99 }), index, body.size, hashes, checkpoint.root)).toBe(false);
    }
  });

  test('proves an event that the feed shows', async () => {
    const { body } = await acme.owner.mustCall('GET', '/events');
    expect((await proofOf(body.events[0].id)).status).toBe(200);
    expect((await proofOf(String(body.events[0].id).toUpperCase())).status).toBe(200);
  });

  test('begins with the one before it', async () => {
    const { body } = await acme.owner.mustCall('GET', `/audit/consistency?from=${earlier.size}&to=${checkpoint.size}`);
    const hashes = body.hashes.map(bytes);
    expect(isConsistent(earlier.size, earlier.root, checkpoint.size, checkpoint.root, hashes)).toBe(true);
    const { body: none } = await acme.owner.mustCall(
      'GET',
      `/audit/consistency?from=${checkpoint.size}&to=${checkpoint.size}`,
    );
    expect(none.hashes).toEqual([]);
  });

  test.each([
    ['proof?event_id=none', 400, 'event_id'],
    ['proof', 400, 'event_id'],
    [`proof?event_id=${unknown}&size=0`, 400, 'size'],
    [`proof?event_id=${unknown}&size=1`, 400, 'size'],
    [`proof?event_id=${unknown}&size=1000000`, 400, 'size'],
    ['consistency?from=0&to=2', 400, 'from'],
    ['consistency?from=3&to=2', 400, 'from'],
    ['consistency?from=1&to=1000000', 400, 'to'],
    ['consistency?from=1', 400, 'to'],
  ])('refuses %s', async (path, status, at) => {
    const answer = await acme.owner.call('GET', `/audit/${path}`);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, at]);
  });

  test('does not prove an event that it does not cover', async () => {
    const younger = events[earlier.size + 1];
    const refused = await proofOf(younger?.id ?? '', `&size=${earlier.size}`);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'size']);
  });

  test('does not prove an event of nobody or of another tenant', async () => {
    const [foreign] = await eventsOf(other.tenantId);
    for (const id of [unknown, foreign?.id ?? '']) {
      const { status, body } = await proofOf(id);
      expect([status, body.code]).toEqual([404, 'errors.event.not_found']);
    }
  });

  test('is not there yet for an event of this moment', async () => {
    await acme.post('a', 'older');
    // Just behind a round.
    await latest();
    await acme.post('a', 'young');
    const young = (await eventsOf(acme.tenantId)).at(-1);
    const { status, body, headers } = await proofOf(young?.id ?? '');
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'errors.audit.not_sealed_yet', '10']);
    await latest();
    expect((await proofOf(young?.id ?? '')).status).toBe(200);
  });
});

describe('what a checkpoint does not touch', () => {
  test('the feed has none, and the position of a read stays', async () => {
    const before = await acme.owner.mustCall('GET', '/conversations/a');
    await acme.post('a', 'three');
    const position = (await acme.owner.mustCall('GET', '/conversations/a')).headers.get('tidings-position');
    await latest();
    const { body } = await acme.owner.mustCall('GET', '/events');
    expect(body.events.every(({ type }: { type: string }) => !type.includes('checkpoint'))).toBe(true);
    const after = await acme.owner.mustCall('GET', '/conversations/a');
    expect(after.headers.get('etag')?.split('.')[0]).toBe(before.headers.get('etag')?.split('.')[0]);
    expect(position).toBeDefined();
  });

  test('a tenant without new events gets no checkpoint', async () => {
    await latest(other.owner, other.tenantId);
    const count = async () => (await other.owner.mustCall('GET', '/audit/checkpoints')).body.total_elements;
    const first = await count();
    await new Promise((resolve) => setTimeout(resolve, 1.5 * EVERY_MS));
    expect(await count()).toBe(first);
  });

  test('the streams of the deployment have checkpoints, too', async () => {
    const log = tidings.app.get(EventLog);
    await until(
      () => log.read(streamName('checkpoint', NO_TENANT, NO_TENANT), { limit: 1 }),
      ({ length }) => length === 1,
      SOON_MS,
    );
  });
});

test.runIf(isEmbeddedRun())('the operator verifies the log while the service runs', async () => {
  await latest();
  expect(await findings(tidings.dataDir)).toEqual([]);
  const { text } = await acme.owner.mustCall('GET', '/audit/checkpoint');
  const file = join(tidings.dataDir, 'kept-elsewhere');
  writeFileSync(file, text);
  await acme.post('a', 'later');
  expect(await findings(tidings.dataDir, '--from', file, '--tenant', acme.tenantId)).toEqual([]);
});

test('ten seconds are between two checkpoints of a tenant', () => {
  const provider = engineProviders(combine(manifests)).find(
    (each) => 'provide' in each && each.provide === CHECKPOINT_MS,
  );
  expect(provider && 'useFactory' in provider && provider.useFactory()).toBe(10_000);
});

test('a restart goes on with the same keys and origin', async () => {
  const before = await latest();
  tidings = await tidings.again();
  const { text } = await tidings.call('GET', '/audit/checkpoint', { token: acme.owner.token });
  expect(text).toContain(before.root.toString('base64'));
  expect(await keys()).toHaveLength(1);
});
