import { afterEach, describe, expect, test, vi } from 'vitest';
import { DeliveryTurns, type DueConversation } from '../../../src/webhooks/queue/delivery-turns.js';

/** Conversations that write down what becomes of them. */
function conversations() {
  const turns = new DeliveryTurns();
  const [sent, postponed]: [DueConversation[], DueConversation[]] = [[], []];
  return {
    turns,
    sent,
    postponed,
    add(tenantId: string, more: Partial<DueConversation> = {}): void {
      const due: DueConversation = {
        tenantId,
        send: () => void sent.push(due),
        postpone: () => void postponed.push(due),
        ...more,
      };
      turns.add(due);
    },
  };
}

afterEach(() => vi.useRealTimers());

describe('turns of webhook deliveries', () => {
  test('are eight an endpoint, and two more for what a person asked for', () => {
    const { turns, sent, add } = conversations();
    for (let n = 0; n < 20; n++) add('a');
    turns.give();
    expect(sent).toHaveLength(8);
    for (let n = 0; n < 3; n++) add('a', { priority: 'interactive' });
    turns.give();
    expect(sent).toHaveLength(10);
  });

  test('of a crowd whose endpoints are slow leave some to tenants that have none', () => {
    const { turns, sent, add } = conversations();
    for (let n = 0; n < 90; n++) for (let i = 0; i < 20; i++) add(`t${n}`);
    turns.give();
    expect(sent).toHaveLength(144);
    expect(new Set(sent.map(({ tenantId }) => tenantId)).size).toBe(90);
    add('quiet');
    turns.give();
    expect(sent.slice(144).map(({ tenantId }) => tenantId)).toEqual(['quiet']);
  });

  test('are bounded over all tenants, and a tenant that comes new gets the next one', () => {
    const { turns, sent, add } = conversations();
    for (let n = 0; n < 240; n++) for (let i = 0; i < 8; i++) add(`t${n}`);
    turns.give();
    expect(sent).toHaveLength(240);
    add('quiet');
    turns.end(sent[0] as DueConversation);
    turns.give();
    expect(sent.at(-1)?.tenantId).toBe('quiet');
  });

  test('whose endpoints take over two seconds give their places to other tenants, and their own tenant begins no more', () => {
    vi.useFakeTimers();
    const { turns, sent, add } = conversations();
    for (let n = 0; n < 300; n++) for (let i = 0; i < 20; i++) add(`t${n}`);
    turns.give();
    expect(sent).toHaveLength(240);
    add('quiet');
    turns.give();
    vi.advanceTimersByTime(1_999);
    expect(sent).toHaveLength(240);
    vi.advanceTimersByTime(2);
    expect(sent.map(({ tenantId }) => tenantId)).toContain('quiet');
    vi.advanceTimersByTime(20_000);
    const counts = Map.groupBy(sent, ({ tenantId }) => tenantId);
    expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
    expect(sent.length).toBeLessThanOrEqual(1_024);
    for (const due of [...sent]) turns.end(due);
    turns.give();
    expect(sent.length).toBeGreaterThan(1_024);
    turns.clear();
  });

  test('without room to wait are put off', () => {
    const { postponed, add } = conversations();
    for (let n = 0; n < 1_052; n++) add('a');
    expect(postponed).toHaveLength(2);
    for (let n = 0; n < 100; n++) for (let i = 0; i < 1_000; i++) add(`t${n}`);
    expect(postponed).toHaveLength(1_052);
    add('quiet');
    expect(postponed).toHaveLength(1_053);
    expect(postponed.at(-1)?.tenantId).not.toBe('quiet');
  });
});
