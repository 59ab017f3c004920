import { describe, expect, test } from 'vitest';
import { instant } from '../../../../src/kernel/instant.js';
import { webhookFeature, webhookSettings } from '../../../../src/modules/reach/webhook/domain/webhook.resource.js';
import { commandMeta, given, TENANT } from '../../../support/given/given.js';

const settings = given(webhookSettings.decider);
const features = given(webhookFeature.decider);
const meta = commandMeta();
const value = { endpointUrl: 'https://hooks.example/', enabled: true, sealed: 's1' };
const created = { type: 'WebhookSettingsCreated', data: value } as const;
const gone = { enabled: false, disabledAt: instant('2030-01-01'), disabledReason: 'gone' };

describe('webhook settings', () => {
  test('are stored under these names', () => {
    expect(webhookSettings.category).toBe('webhookSettings');
    expect(Object.keys(webhookSettings.eventTypes)).toEqual([
      'WebhookSettingsCreated',
      'WebhookSettingsChanged',
      'WebhookSettingsDeleted',
    ]);
  });
  test('that exist are not created again', () =>
    settings(created)
      .when(new webhookSettings.Create(TENANT, { value }, meta))
      .rejected('errors.webhook_settings.exists'));
  test('that do not exist are not changed', () =>
    settings()
      .when(new webhookSettings.Change(TENANT, { patch: gone }, meta))
      .rejected('errors.webhook_settings.not_found'));
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
  test('is stored under these names', () => {
    expect(webhookFeature.category).toBe('webhookFeature');
    expect(Object.keys(webhookFeature.eventTypes)).toEqual([
      'WebhookFeatureCreated',
      'WebhookFeatureChanged',
      'WebhookFeatureDeleted',
    ]);
  });
  test('that exists is not created again', () =>
    features(on)
      .when(new webhookFeature.Create('message.created', { value: { enabled: true } }, meta))
      .rejected('errors.validation.failed'));
  test('that does not exist is not deleted', () =>
    features()
      .when(new webhookFeature.Remove('message.created', {}, meta))
      .rejected('errors.webhook_feature.not_found'));
});
