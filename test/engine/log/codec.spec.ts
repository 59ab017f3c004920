import { describe, expect, test } from 'vitest';
import { codecFor, UnknownEvent } from '../../../src/engine/log/codec.js';
import { streamName } from '../../../src/kernel/stream.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';

const meta = newEventMeta('e', { causationId: 'x', depth: 2, rootId: 'o' });
const stream = streamName('thing', TENANT, 'a_b-c');
const place = { stream, version: 3, position: 7 };

describe('the codec', () => {
  test('gives back what it was given', () => {
    const codec = codecFor({ types: { Named: 1 }, upcasters: {} });
    const event = { type: 'Named', data: { name: 'Zoë \u{1F600}' }, meta };
    expect(codec.decode({ ...codec.encode(event, stream), ...place })).toEqual({
      ...event,
      meta: { ...meta, ...place, tenantId: TENANT },
    });
  });
  test('lifts an older schema, step by step, before anyone folds it', () => {
    const old = codecFor({ types: { Named: 1 }, upcasters: {} }).encode(
      { type: 'Named', data: { name: 'Ada Byron' }, meta },
      stream,
    );
    const codec = codecFor({
      types: { Named: 3 },
      upcasters: {
        Named: {
          1: (data) => ({ names: (data as { name: string }).name.split(' ') }),
          2: (data) => ({ ...(data as object), lifted: true }),
        },
      },
    });
    expect(codec.decode({ ...old, ...place }).data).toEqual({ names: ['Ada', 'Byron'], lifted: true });
  });
  test('stops at what a newer version wrote instead of skipping it', () => {
    const newer = codecFor({ types: { Named: 2, Other: 1 }, upcasters: {} });
    const codec = codecFor({ types: { Named: 1 }, upcasters: {} });
    for (const type of ['Named', 'Other']) {
      expect(() => codec.decode({ ...newer.encode({ type, data: {}, meta }, stream), ...place })).toThrow(UnknownEvent);
    }
  });
  test('writes no type that nobody declared', () =>
    expect(() => codecFor({ types: {}, upcasters: {} }).encode({ type: 'Named', data: {}, meta }, stream)).toThrow(
      UnknownEvent,
    ));
});
