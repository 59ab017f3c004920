import { describe, expect, test } from 'vitest';
import { conversationData, textsIn } from '../../projections/conversation-data/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('conversation', TENANT, 'c');
const data = givenProjection(conversationData);
const opened = (ref?: object) =>
  ({
    event: { type: 'ConversationOpened', data: { conversationTypeId: 't', ...(ref ? { data: ref } : {}) } },
    stream,
  }) as never;
const changed = (patch: object) => ({ event: { type: 'ConversationChanged', data: patch }, stream }) as never;

describe('the data of a conversation', () => {
  test('are kept apart from its row', () =>
    data(opened({ digest: 'd', value: { a: 1 } })).shows('c', { data: { digest: 'd', value: { a: 1 } } }));
  test('stay when something else changes', () =>
    data(opened({ digest: 'd', value: {} }), changed({ description: 'x' })).shows('c', {
      data: { digest: 'd', value: {} },
    }));
  test('are replaced whole', () =>
    data(opened({ digest: 'd', value: {} }), changed({ data: { digest: 'e', value: { b: 2 } } })).shows('c', {
      data: { digest: 'e', value: { b: 2 } },
    }));
  test('go when they are cleared', () => data(opened({ digest: 'd', value: {} }), changed({ data: null })).absent('c'));
  test('are searched in their texts and numbers, however deep', () =>
    expect(textsIn({ a: 'one', b: [{ c: 'two' }, 3.5, null], d: true })).toEqual(['one', 'two', '3.5']));
  test('that are looked for are no more than are needed', () => {
    const read: string[] = [];
    const value = new Proxy(['one', 'two', 'three', 'four'], {
      get: (list, name, self) => {
        if (/^\d+$/.test(String(name))) read.push(String(name));
        return Reflect.get(list, name, self);
      },
    });
    expect(textsIn(value, 5)).toEqual(['one', 'two']);
    expect(read).toEqual(['0', '1']);
  });
  test('are searched in any number of members', () => {
    const wide = Object.fromEntries(Array.from({ length: 250_000 }, (_, i) => [`k${i}`, `v${i}`]));
    const texts = textsIn(wide);
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([250_000, 'v0', 'v249999']);
  });
});
