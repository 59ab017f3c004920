import { beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, PAGE_CHARACTERS, type Stored } from '../../src/ports/stores/event-store.js';
import { charactersOf, largeEvents, newStream, upTo } from './events.fixture.js';

const versions = (events: readonly Stored[]): number[] => events.map(({ version }) => version);

/** Where the pages of large events end; a part of `describeEventStore`. */
export function describePages(theStore: () => EventStore): void {
  describe('reading large events', () => {
    const stream = newStream();
    let start = 0;
    let written: readonly Stored[] = [];
    beforeAll(async () => {
      start = await theStore().head();
      for (const [n, event] of largeEvents(12).entries())
        written = [...written, ...(await theStore().append(stream, n, [event]))];
    });

    async function pagesOf(next: (last: Stored | undefined) => Promise<readonly Stored[]>) {
      const pages: (readonly Stored[])[] = [];
      for (let last: Stored | undefined; ; ) {
        const page = await next(last);
        if (page.length === 0) return pages;
        pages.push(page);
        last = page.at(-1);
      }
    }

    test.each([
      ['a stream', (last?: Stored) => theStore().read(stream, { from: (last?.version ?? 0) + 1, limit: 100 })],
      ['the log', (last?: Stored) => theStore().readAll(last?.position ?? start, 100)],
    ])('ends a page of %s at the event that reaches the bound, and leaves nothing out', async (_, next) => {
      const pages = await pagesOf(next);
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(charactersOf(page.slice(0, -1))).toBeLessThan(PAGE_CHARACTERS);
      expect(versions(pages.flat().filter((event) => event.stream === stream))).toEqual(upTo(12));
    });

    test('ends a page backwards at the same bound', async () => {
      const page = await theStore().read(stream, { backwards: true, limit: 100 });
      expect(versions(page)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4]);
    });

    test('hands them over in batches of the same bound', async () => {
      const batches: (readonly Stored[])[] = [];
      const tail = theStore().tail(
        start,
        (events) => void batches.push(events.filter((event) => event.stream === stream)),
        () => {},
      );
      await expect.poll(() => batches.flat().length, { timeout: 15_000 }).toBe(12);
      tail.close();
      expect(batches.flat()).toEqual(written);
      for (const batch of batches) expect(charactersOf(batch.slice(0, -1))).toBeLessThan(PAGE_CHARACTERS);
    });
  });
}
