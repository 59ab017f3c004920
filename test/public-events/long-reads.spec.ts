import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/kernel/event.js';
import { streamName } from '../../src/kernel/stream.js';
import { conversationBacklog } from '../../src/public-events/backlog.js';
import { toPublishedEvent } from '../../src/public-events/published-event.js';
import { sharedMarkerAsOf } from '../../src/public-events/read-marker-as-of.js';
import { TENANT } from '../support/given.js';
import { aLog } from './log.fixture.js';

const own = streamName('conversation', TENANT, 'c');
const messages = streamName('messageLog', TENANT, 'c');
const joined = (id: string, kind = 'CLIENT'): Event => ({
  type: 'ParticipantJoined',
  data: { participantId: id, kind, displayName: id, fromSequence: 0 },
});
const posted = (sequence: number): Event => ({
  type: 'MessagePosted',
  data: { participantId: 'client', seenBy: 'client', sequence, content: { kind: 'TEXT', text: 'hello' } },
});

/** Turns that the event loop gave to others meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await work();
  isOver = true;
  await counting;
  return turns;
}

describe('a long read gives others a turn', () => {
  test('after each page of unread messages behind a shared marker', async () => {
    const { log, append, all } = aLog();
    await append(own, { type: 'ConversationOpened', data: { conversationTypeId: 'team' } });
    await append(own, joined('team', 'SHARED'));
    for (let n = 1; n <= 1_000; n++) await append(messages, posted(n));
    const last = (await all()).at(-1);
    const published = last && toPublishedEvent(last);
    if (!published) throw new Error('The last message is not published.');
    const { version, position } = published.event.meta;
    const marker = { participantId: 'team', fromSequence: 0 };
    let seen = -1;
    const turns = await turnsDuring(async () => {
      seen = await sharedMarkerAsOf(log, published, marker, { sequence: 1_000, version, position });
    });
    expect(seen).toBe(0);
    expect(turns).toBeGreaterThanOrEqual(9);
  });
  test('after so many participants of a conversation', async () => {
    const { log, append, all } = aLog();
    await append(own, { type: 'ConversationOpened', data: { conversationTypeId: 'support' } });
    for (let n = 0; n < 1_000; n++) await append(own, joined(`p${n}`));
    const until = (await all()).at(-1)?.meta.position ?? 0;
    const found: string[] = [];
    const turns = await turnsDuring(async () => {
      for await (const { events } of conversationBacklog(log, TENANT, 'c', { after: until - 1, until })) {
        for (const { meta } of events) found.push(meta.id);
      }
    });
    expect(found).toEqual(['event-1001']);
    expect(turns).toBeGreaterThanOrEqual(50);
  });
});
