import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstVersion, firstVersionAfter, newestAt } from '../../../src/engine/log/stream-search.js';
import type { Recorded } from '../../../src/kernel/event.js';
import type { Instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { conversationBacklog } from '../../../src/public-events/published/backlog.js';
import type { BacklogPage } from '../../../src/public-events/published/history.js';
import { toPublishedEvent } from '../../../src/public-events/published/published-event.js';
import { TENANT } from '../../support/given/given.js';
import { publicEventHistory } from '../../support/given/public-event-history.js';
import { logOf, OTHER_TENANT, someHistory } from './history.fixture.js';
import { aLog } from './log.fixture.js';

async function idsOf(pages: AsyncGenerator<BacklogPage>): Promise<readonly string[]> {
  const ids: string[] = [];
  let through = 0;
  for await (const page of pages) {
    ids.push(...page.events.map(({ meta }) => meta.id));
    expect(page.through).toBeGreaterThan(through);
    through = page.through;
  }
  return ids;
}

/** A history, two places in it, in any order, how much is read at a time, and where the index ends. */
const historyAndSpan = fc.tuple(
  someHistory(200),
  fc.nat(210),
  fc.nat(210),
  fc.integer({ min: 1, max: 80 }),
  fc.constantFrom(0, 50, 210),
);

describe('what was missed between two positions', () => {
  test('by a tenant or in one of its conversations is what the log has there, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(historyAndSpan, async ([steps, after, until, page, indexed]) => {
        const { log, all } = await logOf(steps);
        const between = (await all()).filter(({ meta }) => meta.position > after && meta.position <= until);
        const ids = (isWanted: (event: Recorded) => boolean) => between.filter(isWanted).map(({ meta }) => meta.id);
        const span = { after, until, page };
        const history = await publicEventHistory(log, indexed);
        expect(await idsOf(history.tenant(TENANT, span))).toEqual(ids(({ meta }) => meta.tenantId === TENANT));
        for (const conversation of ['a', 'b']) {
          const isIn = (event: Recorded) =>
            event.meta.tenantId === TENANT && toPublishedEvent(event)?.conversationId === conversation;
          expect(await idsOf(conversationBacklog(log, TENANT, conversation, span))).toEqual(ids(isIn));
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('the events of a tenant are found without reading those of other tenants, and by their time', async () => {
  const { log, append, all } = aLog();
  const label = (tenantId: string, n: number) =>
    append(streamName('conversation', tenantId, 'c'), { type: 'ConversationLabelled', data: { labels: [`${n}`] } });
  for (const tenantId of [TENANT, OTHER_TENANT]) {
    await append(streamName('conversation', tenantId, 'c'), {
      type: 'ConversationOpened',
      data: { conversationTypeId: 't' },
    });
  }
  await label(TENANT, 1);
  for (let n = 0; n < 500; n++) await label(OTHER_TENANT, n);
  await label(TENANT, 2);
  const history = await publicEventHistory(log, await log.head());
  let read = 0;
  for await (const page of history.tenant(TENANT, { after: 0, until: await log.head() })) read += page.read;
  expect(read).toBe(3);

  const [first, last] = [(await all())[0], (await all()).at(-1)] as [Recorded, Recorded];
  const between = (from: Instant, to: Instant) => history.positionsBetween(TENANT, from, to, last.meta.position);
  expect(await between(last.meta.at, last.meta.at)).toEqual({ after: 3, until: last.meta.position });
  expect(await between(first.meta.at, first.meta.at)).toEqual({ after: 0, until: 3 });
});

describe('a search in a stream', () => {
  test('finds the first event after a position, and the newest at it', async () => {
    await fc.assert(
      fc.asyncProperty(someHistory(80), fc.nat(90), async (steps, position) => {
        const { log, all } = await logOf(steps);
        for (const stream of new Set((await all()).map(({ meta }) => meta.stream))) {
          const events = await log.read(stream, { limit: 1_000 });
          const before = events.filter(({ meta }) => meta.position <= position);
          expect(await firstVersion(log, stream, ({ meta }) => meta.position > position)).toBe(before.length + 1);
          expect(await firstVersionAfter(log, stream, position)).toBe(before.length + 1);
          expect(await newestAt(log, stream, position)).toEqual(before.at(-1));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('finds nothing in a stream that nobody wrote', async () => {
    const { log } = await logOf([]);
    expect(await firstVersion(log, 'messageLog-x_y', () => true)).toBe(1);
    expect(await firstVersionAfter(log, 'messageLog-x_y', 7)).toBe(1);
    expect(await newestAt(log, 'messageLog-x_y', 7)).toBeUndefined();
  });
});
