import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { webhookFeature, webhookSettings } from '../../../src/modules/webhook/domain/webhook.resource.js';
import { given, TENANT } from '../../support/given.js';

const settings = given(webhookSettings.decider);
const features = given(webhookFeature.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value = { endpointUrl: 'https://hooks.example/', enabled: true, sealed: 's1' };
const created = { type: 'WebhookSettingsCreated', data: value } as const;
const gone = { enabled: false, disabledAt: instant('2030-01-01'), disabledReason: 'gone' };

describe('webhook settings', () => {
  test('are created once', () => {
    settings()
      .when(new webhookSettings.Create(TENANT, { value }, meta))
      .gives(created);
    settings(created)
      .when(new webhookSettings.Create(TENANT, { value }, meta))
      .rejected('errors.webhook_settings.exists');
  });
  test('are not disabled by the answer of an endpoint that was replaced meanwhile', () =>
    settings(created, { type: 'WebhookSettingsChanged', data: { endpointUrl: 'https://new.example/' } })
      .when(new webhookSettings.Change(TENANT, { patch: gone, ifMatch: [1] }, meta))
      .rejected('errors.precondition.failed'));
  test('are enabled again without a trace of why they were not', () =>
    settings(created, { type: 'WebhookSettingsChanged', data: gone })
      .when(
        new webhookSettings.Change(TENANT, { patch: { enabled: true, disabledAt: null, disabledReason: null } }, meta),
      )
      .gives({ type: 'WebhookSettingsChanged', data: { enabled: true, disabledAt: null, disabledReason: null } }));
});

describe('a webhook feature', () => {
  const on = { type: 'WebhookFeatureCreated', data: { enabled: true } } as const;
  test('that is on is switched on by nothing', () =>
    features(on)
      .when(new webhookFeature.Replace('message.created', { value: { enabled: true } }, meta))
      .nothing());
  test('is taken back once', () =>
    features(on, { type: 'WebhookFeatureDeleted', data: {} })
      .when(new webhookFeature.Remove('message.created', {}, meta))
      .rejected('errors.webhook_feature.not_found'));
});
