import { expect, test } from 'vitest';
import { publicEventIndex, publicEventKey } from '../../projections/public-event-index/projection.js';
import { publicEventsOf, publicPositionsBetween } from '../../projections/public-event-index/reads.js';
import { type Instant, instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import { publications } from '../../src/public-events/published/published-event.js';
import { aLog } from '../public-events/published/log.fixture.js';
import { TENANT } from '../support/given/given.js';
import { publicEventHistory } from '../support/given/public-event-history.js';

const stream = streamName('conversation', TENANT, 'c');

test('every public event has an entry of its own, which says where it stands', async () => {
  const published = Object.entries(publications).filter(([, frames]) => frames !== 'none');
  expect([...publicEventIndex.events].sort()).toEqual(published.map(([type]) => type).sort());
  const { append, all } = aLog();
  await append(stream, { type: 'ConversationOpened', data: { conversationTypeId: 't' } });
  await append(stream, { type: 'ConversationArchived', data: {} });
  const [, event] = await all();
  if (!event) throw new Error('no event');
  const { position, version, at } = event.meta;
  expect(publicEventIndex.key(event as never)).toBe(publicEventKey(position));
  expect(publicEventIndex.evolve(undefined, event as never)).toEqual({
    position,
    type: 'ConversationArchived',
    stream,
    version,
    at,
  });
});

test('keys sort as positions do', () => {
  const positions = [9, 10, 99, 100, Number.MAX_SAFE_INTEGER];
  expect(positions.map(publicEventKey).toSorted()).toEqual(positions.map(publicEventKey));
});

test('a range of times becomes a range of positions, a minute wider on either side', async () => {
  const { log, append, all } = aLog();
  await append(stream, { type: 'ConversationOpened', data: { conversationTypeId: 't' } });
  for (let n = 0; n < 200; n++) await append(stream, { type: 'ConversationLabelled', data: { labels: [`${n}`] } });
  const events = await all();
  const at = events[99]?.meta.at;
  if (!at) throw new Error('no event');
  const head = await log.head();
  const { documents } = await publicEventHistory(log, head);
  const between = (from: Instant, to: Instant) =>
    publicPositionsBetween(publicEventsOf(documents, TENANT), { from, to, head });
  // The events are a second apart: the 100th minus and plus a minute.
  expect(await between(at, at)).toEqual({ after: 39, until: 160 });
  expect(await between(instant('2000-01-01T00:00:00Z'), at)).toEqual({ after: 0, until: 160 });
  expect(await between(at, instant('2999-01-01T00:00:00Z'))).toEqual({ after: 39, until: undefined });
  expect(await between(instant('2999-01-01T00:00:00Z'), instant('2999-01-02T00:00:00Z'))).toEqual({
    after: head,
    until: undefined,
  });
});
