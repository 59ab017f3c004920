import { describe, expect, test } from 'vitest';
import { webhookSettingsModel } from '../../projections/webhook-settings/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { webhookSettings } from '../../src/modules/reach/webhook/domain/webhook.resource.js';
import { recorded, TENANT } from '../support/given/given.js';

const stream = streamName(webhookSettings.category, TENANT, TENANT);
const value = { endpointUrl: 'https://hooks.example/', enabled: true, sealed: 's1' };
const created = { type: 'WebhookSettingsCreated', data: value } as const;
const moved = { type: 'WebhookSettingsChanged', data: { endpointUrl: 'https://new.example/' } } as const;

type Doc = Parameters<typeof webhookSettingsModel.evolve>[0];
const folded = (...events: readonly (typeof created | typeof moved)[]) =>
  recorded(events, stream).reduce<Doc>((doc, event) => webhookSettingsModel.evolve(doc, event), undefined);

describe('webhook settings as they are read', () => {
  test('stand under their tenant', () => {
    const [event] = recorded([created], stream);
    expect(event && webhookSettingsModel.key(event)).toBe(TENANT);
    expect(folded(created)).toMatchObject({ tenantId: TENANT, value });
  });
  test('keep the sealed secret when the endpoint moves', () =>
    expect(folded(created, moved)?.value).toEqual({ ...value, endpointUrl: 'https://new.example/' }));
});
