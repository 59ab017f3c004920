import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../../src/kernel/instant.js';
import { ALL_TIME, SLOT_MINUTES, slotOf, slotted } from '../../../src/ports/stores/time-slots.js';

const ms = fc.integer({ min: 0, max: 400 * 24 * 60 * MINUTE });

describe('slots of a span of time', () => {
  test('hold each moment of it once and no other', () => {
    fc.assert(
      fc.property(ms, ms, ms, (from, to, moment) => {
        const { slots, edges } = slotted({ from, to });
        const inSlots = slots.filter((each) => {
          const slot = slotOf(moment, each.minutes);
          return slot >= each.from && slot < each.to;
        });
        const inEdges = edges.filter((edge) => moment >= edge.from && moment < edge.to);
        expect(inSlots.length + inEdges.length).toBe(moment >= from && moment < to ? 1 : 0);
      }),
      { seed: 20_300_103, numRuns: 500 },
    );
  });

  test('are few, and their edges shorter than a minute', () => {
    fc.assert(
      fc.property(ms, ms, (from, to) => {
        const { slots, edges } = slotted({ from, to });
        expect(slots.length).toBeLessThanOrEqual(2 * SLOT_MINUTES.length - 1);
        for (const { minutes, from, to } of slots) if (minutes < 1_440) expect(to - from).toBeLessThan(60);
        for (const edge of edges) expect(edge.to - edge.from).toBeLessThan(2 * MINUTE);
      }),
      { seed: 20_300_104, numRuns: 500 },
    );
    expect(slotted(ALL_TIME)).toEqual({ slots: [{ minutes: 1_440, from: 0, to: 100_000_000 }], edges: [] });
  });
});
