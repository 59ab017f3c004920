import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationList } from '../../../projections/conversation-list/projection.js';
import { messageLog } from '../../../projections/message-log/projection.js';
import { participantRoster, type RosterEntry } from '../../../projections/participant-roster/projection.js';
import { seenBy } from '../../../projections/participant-roster/reads.js';
import type { Event, Recorded } from '../../../src/kernel/event.js';
import type { Projection } from '../../../src/kernel/projection.js';
import { streamName } from '../../../src/kernel/stream.js';
import { toConversationDto } from '../../../src/modules/conversations/conversation/api/conversation.dto.js';
import { toMessageDto } from '../../../src/modules/conversations/message/api/message.dto.js';
import { toParticipantDto } from '../../../src/modules/conversations/participant/api/participant.dto.js';
import type { Frame } from '../../../src/public-events/frames/frame.js';
import { Frames } from '../../../src/public-events/frames/frames.js';
import {
  type PublishableEvent,
  type PublishedEvent,
  publications,
  publicationsOf,
  toPublishedEvent,
} from '../../../src/public-events/published/published-event.js';
import { TENANT } from '../../support/given/given.js';
import { logOf, someHistory } from '../published/history.fixture.js';
import { aLog } from '../published/log.fixture.js';

/** A read model that takes in one event after the other. */
function readModel<Doc, E extends Event>(projection: Projection<Doc, E>) {
  const docs = new Map<string, Doc>();
  const keyed = (tenantId: string, key: string) => `${tenantId}/${key}`;
  return {
    take(event: Recorded) {
      if (!(projection.events as readonly string[]).includes(event.type)) return;
      const key = projection.key(event as Recorded<E>);
      if (key === undefined) return;
      const at = keyed(event.meta.tenantId, key);
      const doc = projection.evolve(docs.get(at), event as Recorded<E>);
      if (doc === undefined) docs.delete(at);
      else docs.set(at, doc);
    },
    get: (tenantId: string, key: string) => docs.get(keyed(tenantId, key)) as Doc,
    all: () => [...docs.values()],
  };
}

/** The read models, and what a GET would give of what a frame shows. */
function readModels() {
  const conversations = readModel(conversationList);
  const messages = readModel(messageLog);
  const roster = readModel(participantRoster);

  function standing(entry: RosterEntry) {
    const inIt = roster.all().filter((each) => each.tenantId === entry.tenantId);
    const shared = inIt.find((each) => each.conversationId === entry.conversationId && each.kind === 'SHARED');
    const seen = seenBy(entry, shared);
    const { lastSequence } = conversations.get(entry.tenantId, entry.conversationId);
    return { seen, unread: Math.max(0, lastSequence - seen) };
  }

  return {
    take(event: Recorded) {
      for (const model of [conversations, messages, roster]) model.take(event);
    },
    shown({ conversation, message, participant, read_status: status }: Frame, told: PublishedEvent) {
      const { tenantId, conversationId, event } = told;
      const participantOf = (id: string) => roster.get(tenantId, `${conversationId}.${id}`);
      if (conversation) {
        return { conversation: toConversationDto(conversations.get(tenantId, conversationId), event.meta.at) };
      }
      if (message) return { message: toMessageDto(messages.get(tenantId, `${conversationId}.${message.id}`)) };
      if (participant) {
        const entry = participantOf(participant.id);
        return { participant: toParticipantDto(entry, standing(entry)) };
      }
      const id = status?.participant_id ?? event.meta.stream.split('.').at(-1) ?? '';
      const { seen, unread } = standing(participantOf(id));
      const own = status?.participant_id === undefined ? {} : { participant_id: id };
      return { read_status: { ...own, last_message_seen: seen, unread_message_count: unread } };
    },
  };
}

describe('frames', () => {
  test('show what a read gives right after the event, heard live or looked up later', async () => {
    const types = new Set<string>();
    await fc.assert(
      fc.asyncProperty(someHistory(), fc.infiniteStream(fc.boolean()), async (steps, isHeard) => {
        const { log, all } = await logOf(steps);
        const live = new Frames(log);
        const models = readModels();
        for (const event of await all()) {
          models.take(event);
          const told = toPublishedEvent(event) as PublishedEvent;
          if (!isHeard.next().value) {
            live.advance(told);
            continue;
          }
          const frames = await live.of(told);
          expect(await new Frames(log).of(told)).toEqual(frames);
          for (const frame of frames) {
            types.add(frame.type);
            const { type, id, position, occurred_at, conversation_id, ...shown } = frame;
            expect({ id, occurred_at, conversation_id }).toEqual({
              id: event.meta.id,
              occurred_at: event.meta.at,
              conversation_id: told.conversationId,
            });
            expect({ type, position, ...shown }).toEqual({ type, position, ...models.shown(frame, told) });
          }
        }
      }),
      { numRuns: 120 },
    );
    const announced = (Object.keys(publications) as PublishableEvent['type'][]).flatMap((event) =>
      publicationsOf(event).map(({ type }) => type),
    );
    expect([...types].sort()).toEqual([...new Set(announced)].sort());
  });

  test('show a participant without a name as soon as the keys of the event have ended', async () => {
    const { log, append, all } = aLog();
    const data = { participantId: 'cleo', kind: 'CLIENT', fromSequence: 0 };
    await append(streamName('conversation', TENANT, 'c'), { type: 'ParticipantJoined', data });
    const [joined] = await all();
    const erased = { ...joined, meta: { ...joined?.meta, erased: true } } as Recorded;
    const [frame] = await new Frames(log).of(toPublishedEvent(erased) as PublishedEvent);
    expect(frame?.participant).toEqual({ id: 'cleo', kind: 'CLIENT', erased: true });
  });

  test('show of a user who joins what those before them have read, be it by posting or by reading', async () => {
    const { log, append, all } = aLog();
    const [own, messages] = [streamName('conversation', TENANT, 'c'), streamName('messageLog', TENANT, 'c')];
    const join = (participantId: string, kind: string, fromSequence = 0) =>
      append(own, { type: 'ParticipantJoined', data: { participantId, kind, displayName: 'x', fromSequence } });
    const post = (sequence: number, seenBy: string) =>
      append(messages, { type: 'MessagePosted', data: { messageId: `m${sequence}`, sequence, seenBy, kind: 'TEXT' } });
    await append(own, { type: 'ConversationOpened', data: { conversationTypeId: 'team' } });
    await join('shared', 'SHARED');
    await join('cleo', 'CLIENT');
    await post(1, 'shared');
    await post(2, 'cleo');
    await post(3, 'cleo');
    await join('uma', 'USER', 3);
    await append(streamName('participant', TENANT, 'c.shared'), { type: 'MessageSeen', data: { sequence: 2 } });
    await post(4, 'cleo');
    await join('ulf', 'USER', 4);

    const joined = (await all()).filter(({ type }) => type === 'ParticipantJoined').slice(-2);
    const frames = await Promise.all(
      joined.map((event) => new Frames(log).of(toPublishedEvent(event) as PublishedEvent)),
    );
    expect(frames.map(([frame]) => frame?.participant)).toMatchObject([
      { id: 'uma', last_message_sequence_seen: 1, unread_messages_count: 2 },
      { id: 'ulf', last_message_sequence_seen: 2, unread_messages_count: 2 },
    ]);
  });
});
