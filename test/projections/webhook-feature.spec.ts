import { describe, expect, test } from 'vitest';
import { webhookFeatures } from '../../projections/webhook-feature/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { webhookFeature } from '../../src/modules/reach/webhook/domain/webhook.resource.js';
import { recorded, TENANT } from '../support/given/given.js';

const stream = streamName(webhookFeature.category, TENANT, 'message.created');
const on = { type: 'WebhookFeatureCreated', data: { enabled: true } } as const;
const off = { type: 'WebhookFeatureChanged', data: { enabled: false } } as const;
const gone = { type: 'WebhookFeatureDeleted', data: {} } as const;

type Doc = Parameters<typeof webhookFeatures.evolve>[0];
const folded = (...events: readonly (typeof on | typeof off | typeof gone)[]) =>
  recorded(events, stream).reduce<Doc>((doc, event) => webhookFeatures.evolve(doc, event), undefined);

describe('a webhook feature as it is read', () => {
  test('stands under its type', () => {
    const [event] = recorded([on], stream);
    expect(event && webhookFeatures.key(event)).toBe('message.created');
    expect(folded(on)).toMatchObject({ id: 'message.created', tenantId: TENANT, value: { enabled: true } });
  });
  test('is as it was last set', () => expect(folded(on, off)?.value).toEqual({ enabled: false }));
  test('is gone when it was taken back', () => expect(folded(on, gone)).toBeUndefined());
});
