import { describe, expect, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import type { WebhookEndpoint } from '../../../src/webhooks/plan/endpoint-settings.js';
import { isWoken } from '../../../src/webhooks/queue/conversation-clock.js';

const at = (second: number) => instant(Date.UTC(2030, 0, 1, 0, 0, second));

describe('a delivery that rests', () => {
  const endpoint = (more: { enabled?: boolean; updatedAt?: string } = {}): WebhookEndpoint => {
    const { enabled = true, updatedAt = at(0) } = more;
    const settings = { value: { enabled }, updatedAt } as unknown as NonNullable<WebhookEndpoint['settings']>;
    return { settings, types: new Set(['message.created']), signing: [] };
  };
  const rest = { at: at(5), type: 'message.created' } as const;

  test.each([
    ['rests while nothing happens', rest, endpoint(), undefined, false],
    ['rests after a success before its last attempt', rest, endpoint(), at(4), false],
    ['is woken by a success', rest, endpoint(), at(6), true],
    ['is not woken twice by a success', { ...rest, wasWoken: true }, endpoint(), at(6), false],
    ['is not woken by a success when it is held back', { ...rest, isHeld: true }, endpoint(), at(6), false],
    [
      'is woken by a change of the settings',
      { ...rest, isHeld: true },
      endpoint({ updatedAt: at(6) }),
      undefined,
      true,
    ],
    ['is woken when the endpoint is disabled', rest, endpoint({ enabled: false }), undefined, true],
    ['is woken when its type is switched off', { ...rest, type: 'message.updated' }, endpoint(), undefined, true],
  ] as const)('%s', (_, value, settings, recoveredAt, expected) =>
    expect(isWoken(value, settings, recoveredAt)).toBe(expected),
  );
});
