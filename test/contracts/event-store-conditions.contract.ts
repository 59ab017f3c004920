import { describe, expect, test } from 'vitest';
import { BrokenCondition, type EventStore } from '../../src/ports/stores/event-store.js';
import { newStream, someEvents } from './events.fixture.js';

/** Appends that rest on versions of other streams. A store that does not judge them takes them as they come. */
export function describeConditions(store: () => EventStore): void {
  describe('appending what rests on other streams', () => {
    test('takes it while they are at the version that is given', async () => {
      const [stream, other, absent] = [newStream(), newStream(), newStream()];
      await store().append(other, 0, someEvents(2));
      const given = [
        { stream: other, version: 2 },
        { stream: absent, version: 0 },
      ];
      expect(await store().append(stream, 0, someEvents(1), given)).toMatchObject([{ version: 1 }]);
    });

    test('refuses it whole once one of them has moved, where the store judges conditions', async () => {
      const [stream, other] = [newStream(), newStream()];
      await store().append(other, 0, someEvents(2));
      const condition = { stream: other, version: 1 };
      const appending = store().append(stream, 0, someEvents(2), [condition]);
      if (!store().judgesConditions) return expect(await appending).toHaveLength(2);
      await expect(appending).rejects.toBeInstanceOf(BrokenCondition);
      await expect(appending).rejects.toMatchObject({ condition, actual: 2 });
      expect(await store().read(stream, { limit: 10 })).toEqual([]);
    });

    test('judges it against what is appended with it', async () => {
      if (!store().judgesConditions) return;
      for (let round = 0; round < 20; round++) {
        const [stream, other] = [newStream(), newStream()];
        const [moved, conditional] = await Promise.allSettled([
          store().append(other, 0, someEvents(1)),
          store().append(stream, 0, someEvents(1), [{ stream: other, version: 0 }]),
        ]);
        expect(moved.status).toBe('fulfilled');
        expect(conditional.status).toBe('rejected');
      }
    });

    test('knows what it took before, also after a stream has moved', async () => {
      const [stream, other] = [newStream(), newStream()];
      const events = someEvents(2);
      const given = [{ stream: other, version: 0 }];
      const stored = await store().append(stream, 0, events, given);
      await store().append(other, 0, someEvents(1));
      expect(await store().append(stream, 0, events, given)).toEqual(stored);
    });
  });
}
