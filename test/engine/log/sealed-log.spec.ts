import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { DamagedEvent, DamagedEvents } from '../../../src/engine/log/damaged-events.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { idempotentAppend } from '../../../src/engine/log/idempotent-append.js';
import { OpenedEvents } from '../../../src/engine/log/sealing/opened-events.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { DataKeys } from '../../../src/ports/stores/data-keys.js';
import type { Stored } from '../../../src/ports/stores/event-store.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';
import { deleted, posted, read, SealedStores, stream, TEXT, vocabulary } from './sealed-log.fixture.js';

const REQUEST_ID = 'annas-own-request';
const clear = { types: vocabulary.types, upcasters: {} };

let stores: SealedStores;
beforeEach(() => {
  stores = new SealedStores();
});
afterEach(() => stores.close());

describe('the log', () => {
  test('keeps personal members sealed, beside what is not personal, and gives back what it was given', async () => {
    const event = posted(1);
    await stores.process().log.append(stream, 0, [event]);
    const [body = ''] = await stores.bodies();
    for (const word of [TEXT, 'noon', 'Harbour']) expect(body).not.toContain(word);
    const { sealed, data, v } = JSON.parse(body);
    expect(Object.keys(sealed)).toEqual(['k', 'n', 'c']);
    expect(sealed.k).toBe('m.talk.1.anna');
    expect(Buffer.from(sealed.n, 'base64')).toHaveLength(12);
    expect([v, data]).toEqual([1, { sequence: 1, participantId: 'anna', place: { number: 3 } }]);
    const [again] = await read(stores.process().log);
    expect(again?.data).toEqual(event.data);
    expect(again?.meta).not.toHaveProperty('erased');
  });

  test('keeps an event without personal members as it is', async () => {
    const event = { type: 'Counted', data: { to: 3 }, meta: newEventMeta('c') };
    await stores.process().log.append(stream, 0, [event]);
    expect(JSON.parse((await stores.bodies())[0] ?? '')).not.toHaveProperty('sealed');
  });

  test('reads events in clear, of earlier builds, beside sealed ones', async () => {
    await new EventLog(stores.store, codecFor(clear)).append(stream, 0, [posted(1)]);
    const { log } = stores.process();
    await log.append(stream, 1, [posted(2)]);
    expect((await read(stores.process().log)).map(({ data }) => (data as { text: string }).text)).toEqual([TEXT, TEXT]);
  });

  test('keeps the request id that a caller gave sealed, and a digest to find it by', async () => {
    const { log, keys } = stores.process();
    await log.append(stream, 0, [
      posted(1, REQUEST_ID),
      { type: 'Counted', data: {}, meta: { ...newEventMeta('c'), requestId: REQUEST_ID } },
    ]);
    expect((await stores.bodies()).join('')).not.toContain(REQUEST_ID);
    const digest = await keys.mac(TENANT, 'request-id', REQUEST_ID);
    expect((await stores.bodies()).map((body) => JSON.parse(body).rid)).toEqual([digest, digest]);
    const { log: again } = stores.process();
    const events = await read(again);
    expect(events.map(({ meta }) => meta.requestId)).toEqual([REQUEST_ID, REQUEST_ID]);
    expect(events.map(({ meta }) => meta.requestDigest)).toEqual([digest, digest]);
    expect((await read(log)).map(({ meta }) => meta.requestDigest)).toEqual([digest, digest]);
  });

  test('keeps the trace of a call sealed, also of an event without personal members, until an erasure', async () => {
    const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    const { log } = stores.process();
    const traced = { ...posted(1), meta: { ...posted(1).meta, trace } };
    await log.append(stream, 0, [traced, { type: 'Counted', data: {}, meta: { ...newEventMeta('c'), trace } }]);
    const bodies = (await stores.bodies()).join('');
    for (const id of Object.values(trace)) expect(bodies).not.toContain(id);
    for (const each of [log, stores.process().log])
      expect((await read(each)).map(({ meta }) => meta.trace)).toEqual([trace, trace]);
    await log.append(stream, 2, [deleted(1)]);
    expect((await read(stores.process().log)).map(({ meta }) => meta.trace)).toEqual([undefined, trace, undefined]);
  });

  test('gives events as they were written: in their schema version, and without what is personal where it is in clear', async () => {
    const { log, keys } = stores.process();
    await new EventLog(stores.store, codecFor(clear)).append(stream, 0, [posted(1)]);
    await log.append(stream, 1, [posted(2)]);
    const lifted = {
      ...vocabulary,
      types: { ...vocabulary.types, Posted: 2 },
      upcasters: { Posted: { 1: () => 'lifted' } },
    };
    const later = new EventLog(stores.store, codecFor(lifted, keys));
    expect((await read(later)).map(({ data }) => data)).toEqual(['lifted', 'lifted']);
    const stored = await later.readAsStored(stream, { limit: 10 });
    const without = { sequence: 1, participantId: 'anna', place: { number: 3 } };
    expect(stored).toMatchObject([
      { schema: 1, event: { data: posted(1).data }, bare: without },
      { schema: 1, event: { data: posted(2).data } },
    ]);
    expect(stored[1]).not.toHaveProperty('bare');
  });

  test.each<[string, (stored: Stored) => Partial<Stored>]>([
    ['another id', () => ({ id: 'posted-2' })],
    ['another stream', () => ({ stream: streamName('messageLog', TENANT, 'other') })],
    ['another schema version', ({ body }) => ({ body: body.replace('"v":1', '"v":0') })],
    ['another key', ({ body }) => ({ body: body.replace('m.talk.1.anna', 'm.talk.2.anna') })],
    ['a changed text', ({ body }) => ({ body: body.replace(/"c":"./, '"c":"!') })],
  ])('finds an event that was given %s damaged', async (_, changed) => {
    const { log, keys } = stores.process();
    await log.append(stream, 0, [posted(1), posted(2)]);
    const [stored] = await stores.store.readAll(0, 1);
    const codec = codecFor({ ...vocabulary, upcasters: { Posted: { 0: (data) => data } } }, keys);
    if (!stored) throw new Error('nothing is stored');
    expect(codec.decode({ ...stored, position: 99 }).data).toEqual(posted(1).data);
    expect(() => codec.decode({ ...stored, ...changed(stored) })).toThrow(DamagedEvent);
  });

  test('leaves out what was erased, and says so; the rest stays', async () => {
    const { log } = stores.process();
    await log.append(stream, 0, [posted(1), posted(2)]);
    await log.append(stream, 2, [deleted(1)]);
    for (const each of [log, stores.process().log]) {
      const [gone, kept] = await read(each);
      expect(gone?.data).toEqual({ sequence: 1, participantId: 'anna', place: { number: 3 } });
      expect(gone?.meta.erased).toBe(true);
      expect(kept?.data).toEqual(posted(2).data);
      expect(kept?.meta.erased).toBeUndefined();
    }
  });

  test('parks an event whose key is lost; it is never erased', async () => {
    await stores.process().log.append(stream, 0, [posted(1), { type: 'Counted', data: {}, meta: newEventMeta('c') }]);
    const lost = new SqliteOperationalStore(':memory:');
    const { log, endings } = stores.process(stores.store, lost);
    await endings.start();
    const { events, unreadable } = await log.readableAll(0, 10);
    expect(events.map(({ type }) => type)).toEqual(['Counted']);
    expect(unreadable[0]?.error).toBeInstanceOf(DamagedEvent);
    expect([log.damaged.size, log.damaged.missingKeys]).toEqual([1, 1]);
    await lost.close();
  });

  test('appends an identical batch once, whatever nonces it was sealed with', async () => {
    const { log } = stores.process();
    const first = await idempotentAppend(log, stream, 0, [posted(1), posted(2)]);
    const [before] = await stores.bodies();
    expect(await log.append(stream, 0, [posted(1), posted(2)])).toEqual(first);
    expect((await stores.bodies())[0]).toBe(before);
    expect(await stores.bodies()).toHaveLength(2);
  });

  test('waits for nothing where the keys are in memory', async () => {
    const { log, keys } = stores.process();
    await log.append(stream, 0, [posted(1)]);
    const codec = codecFor(vocabulary, keys);
    expect(codec.prepare(stream, [posted(2)])).toBeUndefined();
    const page = await stores.store.readAll(0, 10);
    const opened = (of: DataKeys) => new OpenedEvents(codecFor(vocabulary, of), new DamagedEvents()).tried(page);
    expect(opened(keys)).toHaveLength(1);
    expect(opened(stores.process().keys)).toBeInstanceOf(Promise);
  });

  test('stores no event whose keys are not durable', async () => {
    const { log } = stores.process();
    await stores.operations.close();
    await expect(log.append(stream, 0, [posted(1)])).rejects.toThrow();
    expect(await stores.bodies()).toEqual([]);
    stores.operations = new SqliteOperationalStore(':memory:');
  });

  test('hands sealed events to a tail in their order, also while keys are loaded', async () => {
    const { log } = stores.process();
    for (let n = 1; n <= 6; n++) {
      const talk = streamName('messageLog', TENANT, `talk-${n % 3}`);
      await log.append(talk, Math.floor((n - 1) / 3), [posted(n)]);
    }
    const seen: number[] = [];
    const tail = stores.process().log.tail(
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
