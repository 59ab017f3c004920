import { describe, expect, test } from 'vitest';
import { stateAsOf } from '../../../src/engine/log/as-of.js';
import { UnknownEvent } from '../../../src/engine/log/codec.js';
import { streamName } from '../../../src/kernel/stream.js';
import { conversationBacklog } from '../../../src/public-events/published/backlog.js';
import type { BacklogPage } from '../../../src/public-events/published/history.js';
import { publishedBetween, type SkippedEvent } from '../../../src/public-events/published/published-between.js';
import { TENANT } from '../../support/given/given.js';
import { publicEventHistory } from '../../support/given/public-event-history.js';
import { aLog } from './log.fixture.js';

const own = streamName('conversation', TENANT, 'c');
const messages = streamName('messageLog', TENANT, 'c');
const opened = { type: 'ConversationOpened', data: { conversationTypeId: 't' } };
const labelled = { type: 'ConversationLabelled', data: { labels: ['x'] } };
const posted = (sequence: number) => ({
  type: 'MessagePosted',
  data: { participantId: 'p', seenBy: 'p', sequence, content: { kind: 'TEXT', text: `${sequence}` } },
});

/** A message of a newer version at 3, a change of the conversation of one at 6. */
async function mixed() {
  const made = aLog();
  await made.append(own, opened);
  await made.append(messages, posted(1));
  await made.appendNewer(messages, 'MessagePosted');
  await made.append(messages, posted(3));
  await made.append(own, labelled);
  await made.appendNewer(own, 'ConversationChanged');
  await made.append(messages, posted(4));
  await made.append(own, labelled);
  return made;
}

async function placesOf(pages: AsyncIterable<BacklogPage>) {
  const places = { events: [] as number[], unreadable: [] as number[] };
  for await (const { events, unreadable } of pages) {
    places.events.push(...events.map(({ meta }) => meta.position));
    places.unreadable.push(...unreadable.map(({ position }) => position));
  }
  return places;
}

const SPLIT = { events: [1, 2, 4, 5, 7, 8], unreadable: [3, 6] };

describe('events of a newer version', () => {
  test.each([0, 4, 8])('are told apart, where the index ends at %i', async (indexed) => {
    const { log } = await mixed();
    const history = await publicEventHistory(log, indexed);
    expect(await placesOf(history.tenant(TENANT, { after: 0, until: 8 }))).toEqual(SPLIT);
    expect(await placesOf(history.tenant(TENANT, { after: 3, until: 7, page: 2 }))).toEqual({
      events: [4, 5, 7],
      unreadable: [6],
    });
  });

  test('are told apart in a conversation', async () => {
    const { log } = await mixed();
    expect(await placesOf(conversationBacklog(log, TENANT, 'c', { after: 0, until: 8 }))).toEqual(SPLIT);
    expect(await placesOf(conversationBacklog(log, TENANT, 'c', { after: 5, until: 7, page: 1 }))).toEqual({
      events: [7],
      unreadable: [6],
    });
  });

  test('of a participant who joined hide its stream, so the conversation is not told as if it were whole', async () => {
    const { log, appendNewer } = await mixed();
    await appendNewer(own, 'ParticipantJoined');
    const pages = conversationBacklog(log, TENANT, 'c', { after: 0, until: 9 });
    await expect(placesOf(pages)).rejects.toThrow('joined in a newer version');
  });

  test('and what they hide are skipped by the feed, which goes on behind them', async () => {
    const { log } = await mixed();
    const history = await publicEventHistory(log, 8);
    const skipped: number[] = [];
    const skip = ({ position }: SkippedEvent) => void skipped.push(position);
    const shown: number[] = [];
    for await (const { published, through } of publishedBetween(history, TENANT, {
      after: 0,
      until: 8,
      skipped: skip,
    })) {
      shown.push(...published.map(({ published: { event } }) => event.meta.position));
      expect(through).toBe(8);
    }
    expect(shown).toEqual([1, 2, 4, 5, 7]);
    expect(skipped).toEqual([3, 6, 8]);
  });

  test('end a replay of webhooks with an error, because a delivery would be lost', async () => {
    const { log } = await mixed();
    const history = await publicEventHistory(log, 8);
    const pages = publishedBetween(history, TENANT, { after: 0, until: 8 });
    await expect(pages.next()).rejects.toThrow(UnknownEvent);
  });

  test('hide the state of their stream from then on, not before', async () => {
    const { log } = await mixed();
    const fold = { initial: 0, evolve: (count: number) => count + 1 };
    expect((await stateAsOf(log, own, fold, { position: 5 })).state).toBe(2);
    await expect(stateAsOf(log, own, fold, { position: 6 })).rejects.toThrow(UnknownEvent);
    await expect(stateAsOf(log, own, fold)).rejects.toThrow(UnknownEvent);
  });
});
