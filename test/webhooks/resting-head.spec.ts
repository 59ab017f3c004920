import { describe, expect, test } from 'vitest';
import { instant } from '../../src/kernel/instant.js';
import type { WebhookEndpoint } from '../../src/webhooks/endpoint-settings.js';
import { headId, headOf, isWoken, laneOf } from '../../src/webhooks/resting-head.js';

const at = (second: number) => instant(Date.UTC(2030, 0, 1, 0, 0, second));

describe('the id of a head', () => {
  test('sorts what a person asked for first, then by time, and what is ready before all times', () => {
    const ids = [
      headId('interactive', undefined, 'z'),
      headId('interactive', at(9), '~a'),
      headId('background', undefined, 'z'),
      headId('background', at(1), 'z'),
      headId('background', at(2), 'a'),
    ];
    expect(ids.toSorted()).toEqual(ids);
  });

  test('tells the conversation and the time', () => {
    const head = (id: string) =>
      headOf({ key: { tenantId: 't', kind: 'webhook-head', id }, value: 'ready', revision: 3 });
    expect(head(headId('background', at(2), 'c.1'))).toEqual({
      ...{ id: headId('background', at(2), 'c.1'), revision: 3 },
      ...{ conversation: 'c.1', dueMs: Date.UTC(2030, 0, 1, 0, 0, 2), value: 'ready' },
    });
    expect(head(headId('interactive', undefined, '~d'))).toMatchObject({ conversation: '~d', dueMs: 0 });
    expect([laneOf('~d'), laneOf('c.1')]).toEqual(['interactive', 'background']);
  });
});

describe('a head that rests', () => {
  const endpoint = (more: { enabled?: boolean; updatedAt?: string } = {}): WebhookEndpoint => {
    const { enabled = true, updatedAt = at(0) } = more;
    const settings = { value: { enabled }, updatedAt } as unknown as NonNullable<WebhookEndpoint['settings']>;
    return { settings, types: new Set(['message.created']), signing: [] };
  };
  const head = { at: at(5), type: 'message.created' } as const;

  test.each([
    ['rests while nothing happens', head, endpoint(), undefined, false],
    ['rests after a success before its last attempt', head, endpoint(), at(4), false],
    ['is woken by a success', head, endpoint(), at(6), true],
    ['is not woken twice by a success', { ...head, wasWoken: true }, endpoint(), at(6), false],
    ['is not woken by a success when it is held back', { ...head, isHeld: true }, endpoint(), at(6), false],
    [
      'is woken by a change of the settings',
      { ...head, isHeld: true },
      endpoint({ updatedAt: at(6) }),
      undefined,
      true,
    ],
    ['is woken when the endpoint is disabled', head, endpoint({ enabled: false }), undefined, true],
    ['is woken when its type is switched off', { ...head, type: 'message.updated' }, endpoint(), undefined, true],
  ] as const)('%s', (_, value, settings, recoveredAt, expected) =>
    expect(isWoken(value, settings, recoveredAt)).toBe(expected),
  );
});
