import { describe, expect, test, vi } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Event, Recorded } from '../../../src/kernel/event.js';
import { innerId, streamName } from '../../../src/kernel/stream.js';
import type { ParticipantDto } from '../../../src/modules/conversations/participant/api/participant.dto.js';
import { sharedMarkerAsOf } from '../../../src/public-events/as-of/read-marker-as-of.js';
import { Frames } from '../../../src/public-events/frames/frames.js';
import { conversationBacklog } from '../../../src/public-events/published/backlog.js';
import { type PublishedEvent, toPublishedEvent } from '../../../src/public-events/published/published-event.js';
import { TENANT } from '../../support/given/given.js';
import { turnsDuring } from '../../support/given/turns-during.js';
import { shortTurns } from '../../support/short-turns.js';
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

describe('a long read gives others a turn', () => {
  test('after each page of unread messages behind a shared marker', async () => {
    const { log, append, all } = aLog(shortTurns());
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
  test('and a marker that is asked for again reads only the messages since', async () => {
    const { log, append, all } = aLog();
    await append(own, { type: 'ConversationOpened', data: { conversationTypeId: 'team' } });
    await append(own, joined('team', 'SHARED'));
    for (let n = 1; n <= 500; n++) await append(messages, posted(n));
    const frames = new Frames(log);
    const told = async (id: string) => {
      const user = { participantId: id, kind: 'USER', userId: id, displayName: id, fromSequence: 0 };
      await append(own, { type: 'ParticipantJoined', data: user });
      const published = toPublishedEvent((await all()).at(-1) as Recorded);
      let reads = 0;
      const read = vi.spyOn(log, 'read').mockImplementation((stream, options) => {
        if (stream === messages && options.backwards) reads += options.limit;
        return EventLog.prototype.read.call(log, stream, options);
      });
      const [frame] = await frames.of(published as PublishedEvent);
      read.mockRestore();
      return [(frame?.participant as ParticipantDto | undefined)?.unread_messages_count, reads];
    };
    expect(await told('u1')).toEqual([500, 500]);
    expect(await told('u2')).toEqual([500, 0]);
    await append(messages, { ...posted(501), data: { ...(posted(501).data as object), seenBy: 'team' } });
    await append(messages, posted(502));
    for (const event of (await all()).slice(-2)) frames.advance(toPublishedEvent(event) as PublishedEvent);
    const [unread, reads] = await told('u3');
    expect(unread).toBe(1);
    expect(reads).toBeLessThanOrEqual(3);
  });
  test('for each stream of the participants of a conversation', async () => {
    const { log, append, all } = aLog(shortTurns());
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
  test('while the streams of many participants are merged, whose events are read ahead within a bound', async () => {
    const { log, append } = aLog(shortTurns());
    const COUNT = 500;
    await append(own, { type: 'ConversationOpened', data: { conversationTypeId: 'support' } });
    for (let n = 0; n < COUNT; n++) await append(own, joined(`p${n}`));
    for (let round = 1; round <= 10; round++) {
      for (let n = 0; n < COUNT; n++) {
        await append(streamName('participant', TENANT, innerId('c', `p${n}`)), {
          type: 'MessageSeen',
          data: { sequence: round },
        });
      }
    }
    let positions = 0;
    const turns = await turnsDuring(async () => {
      const head = await log.head();
      for await (const { events } of conversationBacklog(log, TENANT, 'c', { after: 0, until: head })) {
        for (const { meta } of events) expect(meta.position).toBe(++positions);
      }
    });
    expect(positions).toBe(1 + 11 * COUNT);
    expect(turns).toBeGreaterThanOrEqual((11 * COUNT) / 64);
  });
});
