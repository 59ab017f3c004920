import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { codecFor, type NewEvent, type Vocabulary } from '../../../src/engine/log/codec.js';
import { DamagedEvent } from '../../../src/engine/log/damaged-events.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { idempotentAppend } from '../../../src/engine/log/idempotent-append.js';
import { KeyEndings } from '../../../src/engine/log/sealing/key-endings.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { DataKeys } from '../../../src/ports/stores/data-keys.js';
import type { EventStore, Stored } from '../../../src/ports/stores/event-store.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';
import { SharedLog } from '../../support/given/shared-log.js';

const TEXT = 'Meet me at noon';
const REQUEST_ID = 'annas-own-request';
const stream = streamName('messageLog', TENANT, 'talk');
const vocabulary: Vocabulary = {
  types: { Posted: 1, Deleted: 1, Counted: 1 },
  upcasters: {},
  sealed: {
    Posted: { personal: ['text', 'place.name'], subject: 'message' },
    Deleted: {
      personal: [],
      subject: 'conversation',
      ends: ({ sequence }: { readonly sequence: number }, conversationId) => [
        { kind: 'message', conversationId, sequence },
      ],
    },
    Counted: { personal: [], subject: 'conversation' },
  },
};
const clear: Vocabulary = { types: vocabulary.types, upcasters: {} };
const wrap = keyWrapOf(Buffer.alloc(32, 3));

let store: SqliteEventStore;
let operations: SqliteOperationalStore;
const opened: KeyEndings[] = [];

/** One more process on the same stores. */
function process(on: EventStore = store, kept = operations) {
  const keys = new StoredDataKeys(kept, wrap);
  const log = new EventLog(on, codecFor(vocabulary, keys));
  const endings = new KeyEndings(log, kept, keys, vocabulary, (_, error) => {
    throw error;
  });
  opened.push(endings);
  return { keys, log, endings };
}

beforeEach(() => {
  store = new SqliteEventStore(':memory:');
  operations = new SqliteOperationalStore(':memory:');
});
afterEach(async () => {
  for (const endings of opened.splice(0)) endings.close();
  await store.close();
  await operations.close();
});

const posted = (sequence: number, requestId?: string): NewEvent => ({
  type: 'Posted',
  data: { sequence, participantId: 'anna', text: TEXT, place: { name: 'Harbour', number: 3 } },
  meta: { ...newEventMeta(`posted-${sequence}`), ...(requestId !== undefined && { requestId }) },
});
const deleted = (sequence: number): NewEvent => ({
  type: 'Deleted',
  data: { sequence },
  meta: newEventMeta(`deleted-${sequence}`),
});
const bodies = async () => (await store.readAll(0, 100)).map(({ body }) => body);
const read = (log: EventLog) => log.readAll(0, 100);

describe('the log', () => {
  test('keeps personal members sealed, beside what is not personal, and gives back what it was given', async () => {
    const event = posted(1);
    await process().log.append(stream, 0, [event]);
    const [body = ''] = await bodies();
    for (const word of [TEXT, 'noon', 'Harbour']) expect(body).not.toContain(word);
    const { sealed, data, v } = JSON.parse(body);
    expect(Object.keys(sealed)).toEqual(['k', 'n', 'c']);
    expect(sealed.k).toBe('m.talk.1.anna');
    expect(Buffer.from(sealed.n, 'base64')).toHaveLength(12);
    expect([v, data]).toEqual([1, { sequence: 1, participantId: 'anna', place: { number: 3 } }]);
    const [again] = await read(process().log);
    expect(again?.data).toEqual(event.data);
    expect(again?.meta).not.toHaveProperty('erased');
  });

  test('keeps an event without personal members as it is', async () => {
    const event = { type: 'Counted', data: { to: 3 }, meta: newEventMeta('c') };
    await process().log.append(stream, 0, [event]);
    expect(JSON.parse((await bodies())[0] ?? '')).not.toHaveProperty('sealed');
  });

  test('reads events in clear, of earlier builds, beside sealed ones', async () => {
    await new EventLog(store, codecFor(clear)).append(stream, 0, [posted(1)]);
    const { log } = process();
    await log.append(stream, 1, [posted(2)]);
    expect((await read(process().log)).map(({ data }) => (data as { text: string }).text)).toEqual([TEXT, TEXT]);
  });

  test('keeps the request id that a caller gave sealed, and a digest to find it by', async () => {
    const { log, keys } = process();
    await log.append(stream, 0, [
      posted(1, REQUEST_ID),
      { type: 'Counted', data: {}, meta: { ...newEventMeta('c'), requestId: REQUEST_ID } },
    ]);
    expect((await bodies()).join('')).not.toContain(REQUEST_ID);
    const digest = await keys.mac(TENANT, 'request-id', REQUEST_ID);
    expect((await bodies()).map((body) => JSON.parse(body).rid)).toEqual([digest, digest]);
    const events = await read(process().log);
    expect(events.map(({ meta }) => meta.requestId)).toEqual([REQUEST_ID, REQUEST_ID]);
  });

  test.each<[string, (stored: Stored) => Partial<Stored>]>([
    ['another id', () => ({ id: 'posted-2' })],
    ['another stream', () => ({ stream: streamName('messageLog', TENANT, 'other') })],
    ['another schema version', ({ body }) => ({ body: body.replace('"v":1', '"v":0') })],
    ['another key', ({ body }) => ({ body: body.replace('m.talk.1.anna', 'm.talk.2.anna') })],
    ['a changed text', ({ body }) => ({ body: body.replace(/"c":"./, '"c":"!') })],
  ])('finds an event that was given %s damaged', async (_, changed) => {
    const { log, keys } = process();
    await log.append(stream, 0, [posted(1), posted(2)]);
    const [stored] = await store.readAll(0, 1);
    const codec = codecFor({ ...vocabulary, upcasters: { Posted: { 0: (data) => data } } }, keys);
    if (!stored) throw new Error('nothing is stored');
    expect(codec.decode({ ...stored, position: 99 }).data).toEqual(posted(1).data);
    expect(() => codec.decode({ ...stored, ...changed(stored) })).toThrow(DamagedEvent);
  });

  test('leaves out what was erased, and says so; the rest stays', async () => {
    const { log } = process();
    await log.append(stream, 0, [posted(1), posted(2)]);
    await log.append(stream, 2, [deleted(1)]);
    for (const each of [log, process().log]) {
      const [gone, kept] = await read(each);
      expect(gone?.data).toEqual({ sequence: 1, participantId: 'anna', place: { number: 3 } });
      expect(gone?.meta.erased).toBe(true);
      expect(kept?.data).toEqual(posted(2).data);
      expect(kept?.meta.erased).toBeUndefined();
    }
  });

  test('parks an event whose key is lost; it is never erased', async () => {
    await process().log.append(stream, 0, [posted(1), { type: 'Counted', data: {}, meta: newEventMeta('c') }]);
    const lost = new SqliteOperationalStore(':memory:');
    const { log, endings } = process(store, lost);
    await endings.start();
    const { events, unreadable } = await log.readableAll(0, 10);
    expect(events.map(({ type }) => type)).toEqual(['Counted']);
    expect(unreadable[0]?.error).toBeInstanceOf(DamagedEvent);
    expect([log.damaged.size, log.damaged.missingKeys]).toEqual([1, 1]);
    await lost.close();
  });

  test('appends an identical batch once, whatever nonces it was sealed with', async () => {
    const { log } = process();
    const first = await idempotentAppend(log, stream, 0, [posted(1), posted(2)]);
    const [before] = await bodies();
    expect(await log.append(stream, 0, [posted(1), posted(2)])).toEqual(first);
    expect((await bodies())[0]).toBe(before);
    expect(await bodies()).toHaveLength(2);
  });

  test('waits for nothing where the keys are in memory', async () => {
    const { log, keys } = process();
    await log.append(stream, 0, [posted(1)]);
    const codec = codecFor(vocabulary, keys);
    expect(codec.prepare(stream, [posted(2)])).toBeUndefined();
    expect(codec.load(await store.readAll(0, 10))).toBeUndefined();
    expect(codecFor(vocabulary, process().keys).load(await store.readAll(0, 10))).toBeInstanceOf(Promise);
  });

  test('stores no event whose keys are not durable', async () => {
    const { log } = process();
    await operations.close();
    await expect(log.append(stream, 0, [posted(1)])).rejects.toThrow();
    expect(await bodies()).toEqual([]);
    operations = new SqliteOperationalStore(':memory:');
  });

  test('hands sealed events to a tail in their order, also while keys are loaded', async () => {
    const { log } = process();
    for (let n = 1; n <= 6; n++) {
      const talk = streamName('messageLog', TENANT, `talk-${n % 3}`);
      await log.append(talk, Math.floor((n - 1) / 3), [posted(n)]);
    }
    const seen: number[] = [];
    const tail = process().log.tail(
      0,
      (events) => void seen.push(...events.map(({ event }) => (event as { data: { sequence: number } }).data.sequence)),
      (error) => {
        throw error;
      },
    );
    await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5, 6]);
    tail.close();
  });
});

describe('keys that end', () => {
  const sealedWith = (keys: DataKeys, sequence: number) => keys.has(TENANT, `m.talk.${sequence}.anna`);

  test('end in the memory of every process', async () => {
    const shared = new SharedLog(store);
    const [one, other] = [process(shared), process(shared)];
    await Promise.all([one.endings.start(), other.endings.start()]);
    await one.log.append(stream, 0, [posted(1), posted(2)]);
    const texts = async () => (await read(other.log)).map(({ data }) => (data as { text?: string }).text);
    expect(await texts()).toEqual([TEXT, TEXT]);
    expect(sealedWith(other.keys, 1)).toBe(true);
    await one.log.append(stream, 2, [deleted(1)]);
    await expect.poll(async () => (await texts()).slice(0, 2)).toEqual([undefined, TEXT]);
  });

  test('are ended durably before the append is answered', async () => {
    const { log } = process();
    await log.append(stream, 0, [posted(1)]);
    await log.append(stream, 1, [deleted(1)]);
    const late = new StoredDataKeys(operations, wrap);
    await late.load(TENANT, ['m.talk.1.anna']);
    const { sealed } = JSON.parse((await bodies())[0] ?? '');
    expect(late.open(TENANT, sealed, 'anything')).toEqual({ state: 'erased' });
  });

  test('that an older operational store brings back end again at the start, before anything is read', async () => {
    const { log, endings } = process();
    await endings.start();
    await log.append(stream, 0, [posted(1), posted(2)]);
    const older = new SqliteOperationalStore(':memory:');
    const entries = (await operations.scan(['data-key', 'process'], 100)).entries;
    for (const { key, value } of entries) await older.put(key, value);
    await log.append(stream, 2, [deleted(1)]);
    const restored = process(store, older);
    expect((await read(process(store, older).log))[0]?.data).toHaveProperty('text', TEXT);
    await restored.endings.start();
    expect((await read(restored.log)).map(({ meta }) => meta.erased)).toEqual([true, undefined, undefined]);
    await older.close();
  });

  test('go on from where the last start had come', async () => {
    const { log, endings } = process();
    await log.append(stream, 0, [posted(1), deleted(1)]);
    await endings.start();
    const [entry] = await operations.list<{ position: number }>(
      '00000000-0000-0000-0000-000000000000',
      'process',
      '',
      9,
    );
    expect(entry?.key.id).toBe('data-keys');
    expect(entry?.value.position).toBe(await log.head());
  });
});
