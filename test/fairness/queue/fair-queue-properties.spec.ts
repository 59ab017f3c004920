import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../../src/fairness/queue/fair-bounds.js';
import { FairQueue } from '../../../src/fairness/queue/fair-queue.js';
import type { Priority } from '../../../src/ports/process/priority.js';

const PLENTY = { total: 10_000, perTenant: 10_000 };

const anEntry = fc.record({
  tenantId: fc.constantFrom('a', 'b', 'c', 'd'),
  priority: fc.constantFrom<Priority>('interactive', 'background'),
  group: fc.constantFrom('x', 'y'),
  bytes: fc.nat(30),
  key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
});
const aStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), entry: anEntry }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('take', 'take', 'take', 'pause', 'resume', 'remove'),
      at: fc.nat(20),
    }),
  },
);
const someBounds = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }))
  .map(
    ([running, perTenant, waiting]): FairQueueBounds => ({
      running: { total: running, perTenant },
      reserved: { total: Math.floor(running / 3), perTenant: Math.floor(perTenant / 3) },
      spare: Math.floor(waiting / 3),
      waiting: { total: waiting, perTenant: Math.ceil(waiting / 2) },
      waitingBytes: { total: 100, perTenant: 60 },
    }),
  );

type Entry = typeof anEntry extends fc.Arbitrary<infer T> ? T : never;
const plain = ({ key, ...rest }: Entry): QueueEntry => (key === undefined ? rest : { ...rest, key });

describe('whatever is asked of it', () => {
  test('no bound is exceeded, and each entry that got room gets a place once', () =>
    fc.assert(
      fc.property(someBounds, fc.array(aStep, { maxLength: 120 }), (bounds, steps) => {
        const queue = new FairQueue<QueueEntry>(bounds);
        const states = new Map<QueueEntry, 'waiting' | 'running' | 'paused'>();
        const those = (state: string, tenantId?: string) =>
          [...states].flatMap(([each, is]) =>
            is === state && each.tenantId === (tenantId ?? each.tenantId) ? [each] : [],
          );
        for (const step of steps) {
          if (step.kind === 'add' && 'entry' in step) {
            const added = plain(step.entry);
            const isKnown = added.key !== undefined && queue.has(added.tenantId, added.key);
            try {
              for (const each of queue.add(added)) states.delete(each);
              if (!isKnown) states.set(added, 'waiting');
            } catch (error) {
              expect(error).toBeInstanceOf(QueueFull);
            }
          } else if ('at' in step) {
            const pick = (all: readonly QueueEntry[]) => all[step.at % Math.max(1, all.length)];
            const took = step.kind === 'take' ? queue.take() : undefined;
            if (took) expect(states.get(took)).toBe('waiting');
            if (took) states.set(took, 'running');
            const changed = {
              pause: pick(those('running')),
              resume: pick(those('paused')),
              remove: pick([...states.keys()]),
            };
            if (step.kind === 'pause' && changed.pause) queue.pause(changed.pause);
            if (step.kind === 'pause' && changed.pause) states.set(changed.pause, 'paused');
            if (step.kind === 'resume' && changed.resume) queue.resume(changed.resume);
            if (step.kind === 'resume' && changed.resume) states.set(changed.resume, 'waiting');
            if (step.kind === 'remove' && changed.remove) expect(queue.remove(changed.remove)).toBe(true);
            if (step.kind === 'remove' && changed.remove) states.delete(changed.remove);
          }
          expect([queue.size, queue.running, queue.waiting]).toEqual([
            states.size,
            those('running').length,
            those('waiting').length,
          ]);
          for (const tenantId of [undefined, 'a', 'b', 'c', 'd']) {
            const share = tenantId === undefined ? 'total' : 'perTenant';
            const running = those('running', tenantId);
            const background = running.filter(({ priority }) => priority === 'background');
            const held = those('waiting', tenantId).length + those('paused', tenantId).length;
            expect(running.length).toBeLessThanOrEqual(bounds.running[share]);
            expect(background.length).toBeLessThanOrEqual(bounds.running[share] - (bounds.reserved?.[share] ?? 0));
            expect(held).toBeLessThanOrEqual(bounds.waiting[share] + bounds.running[share]);
          }
        }
        for (const each of those('paused')) queue.resume(each);
        for (const each of those('running')) queue.remove(each);
        const rest = new Set([...those('waiting'), ...those('paused')]);
        for (let next = queue.take(); next; next = queue.take()) {
          expect(rest.delete(next)).toBe(true);
          queue.remove(next);
        }
        expect(rest.size).toBe(0);
        expect(queue.size).toBe(0);
      }),
    ));

  test('each of T tenants gets its next place within T turns', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(12), { minLength: 1, maxLength: 10 }),
        fc.array(fc.record({ after: fc.nat(60), tenant: fc.nat(9), count: fc.nat(5) }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        (backlogs, arrivals, places) => {
          const queue = new FairQueue<QueueEntry>({ running: { total: places, perTenant: 1 }, waiting: PLENTY });
          const tenants = backlogs.map((_, i) => `t${i}`);
          const waiting = new Map(tenants.map((tenantId) => [tenantId, { entries: 0, turns: 0 }]));
          const running: QueueEntry[] = [];
          const add = (tenantId: string, count: number) => {
            const own = waiting.get(tenantId);
            if (!own) return;
            for (let n = 0; n < count; n++) queue.add({ tenantId });
            if (own.entries === 0) own.turns = 0;
            own.entries += count;
          };
          for (const [i, tenantId] of tenants.entries()) add(tenantId, backlogs[i] ?? 0);
          for (let turn = 0; ; turn++) {
            for (const { tenant, count } of arrivals.filter(({ after }) => after === turn)) add(`t${tenant}`, count);
            if (running.length === places) queue.remove(running.shift() as QueueEntry);
            const next = queue.take();
            if (!next && running.length > 0) queue.remove(running.shift() as QueueEntry);
            else if (!next && turn > 60) break;
            if (!next) continue;
            running.push(next);
            for (const [tenantId, own] of waiting) {
              if (tenantId === next.tenantId) Object.assign(own, { entries: own.entries - 1, turns: 0 });
              else if (running.every((each) => each.tenantId !== tenantId) && own.entries > 0) own.turns++;
              expect(own.turns).toBeLessThan(tenants.length);
            }
          }
          expect([...waiting.values()].every(({ entries }) => entries === 0)).toBe(true);
        },
      ),
    ));
});
