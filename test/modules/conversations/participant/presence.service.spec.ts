import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InProcessSignals } from '../../../../src/adapters/in-process/signals.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { type Instant, instant } from '../../../../src/kernel/instant.js';
import { PresenceService } from '../../../../src/modules/conversations/participant/application/presence.service.js';
import type { Signal } from '../../../../src/ports/stores/signals.js';
import { TENANT } from '../../../support/given/given.js';

let operations: SqliteOperationalStore;
let now: Instant;
let signals: InProcessSignals;
let presence: PresenceService;

beforeEach(() => {
  operations = new SqliteOperationalStore(':memory:');
  now = instant('2030-01-01T08:00:00Z');
  signals = new InProcessSignals();
  presence = new PresenceService(operations, signals, { now: () => now, monotonic: () => 0 });
});
afterEach(() => operations.close());

const at = instant('2030-01-01T08:00:00Z');
const later = instant('2030-01-01T08:00:05Z');
const signal = (participantId: string, kind: Signal['kind'] = 'typing', conversationId = 'c'): Signal => ({
  tenantId: TENANT,
  conversationId,
  participantId,
  kind,
  at,
});

describe('presence', () => {
  test('is the last time of each kind', async () => {
    for (const each of [signal('p'), signal('p', 'open'), { ...signal('p'), at: later }]) await presence.note(each);
    expect(await presence.of(TENANT, 'c', 'p')).toEqual({ typingAt: later, openAt: at });
  });
  test('is kept apart by participant, conversation and tenant', async () => {
    for (const each of [signal('p'), signal('p2', 'open'), signal('p', 'open', 'c2')]) await presence.note(each);
    const inConversation = await presence.inConversation(TENANT, 'c');
    expect([inConversation('p'), inConversation('p2')]).toEqual([{ typingAt: at }, { openAt: at }]);
    expect(await presence.of(TENANT, 'c', 'p')).toEqual({ typingAt: at });
    expect(await presence.of('22222222-2222-7222-8222-222222222222', 'c', 'p')).toEqual({});
  });
  test('of a conversation with many is asked one by one', async () => {
    for (let i = 0; i < 1_000; i++) await presence.note(signal(`p${i}`));
    await presence.note(signal('z', 'open'));
    const inConversation = await presence.inConversation(TENANT, 'c');
    expect([await inConversation('p0'), await inConversation('z')]).toEqual([{ typingAt: at }, { openAt: at }]);
  });
  test('is forgotten after a day', async () => {
    await presence.note(signal('p'));
    now = instant('2030-01-02T07:59:59Z');
    expect(await presence.of(TENANT, 'c', 'p')).toEqual({ typingAt: at });
    now = instant('2030-01-02T08:00:00Z');
    expect(await presence.of(TENANT, 'c', 'p')).toEqual({});
    expect((await presence.inConversation(TENANT, 'c'))('p')).toBeUndefined();
    expect(await operations.sweep('presence', instant('2030-01-02T08:00:01Z'))).toBe(1);
  });
});

describe('signals', () => {
  test('reach everyone who listens, each once for each time they listen, until they stop', async () => {
    const heard: string[] = [];
    const listener = (name: string) => () => void heard.push(name);
    const stop = signals.subscribe(listener('a'));
    signals.subscribe(listener('b'));
    await presence.note(signal('p'));
    stop();
    stop();
    await presence.note(signal('p'));
    expect(heard).toEqual(['a', 'b', 'b']);
  });
});
